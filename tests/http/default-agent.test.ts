import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentId } from '@retinue/protocol';
import { ApiError, agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { openServed } from '../support/apps/served-app.ts';
import { bySteps } from '../support/scripted/script.ts';
import { say } from '../support/scripted/script-lines.ts';
import { bothStores } from '../support/stores/both-stores.ts';

const { stores, newDirectory } = bothStores();
const params = { workspaceId: localWorkspaceId };
const input = { name: 'Critic', model: { provider: 'scripted', id: 'scripted' } };
const rounds = 40;

for (const [kind, newStore] of Object.entries(stores)) {
  test(`[N5] ${kind}: of deleting an agent and making it the default at once, exactly one is refused`, async () => {
    const place = { store: await newStore(), directory: await newDirectory() };
    await using served = await openServed({ script: bySteps([say('done')]), ...place });
    const { owner } = served;
    const makeDefault = (defaultAgentId: AgentId) => owner.changeWorkspace({ params, body: { defaultAgentId } });
    const refusals = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      await makeDefault(agentIdOf('boss'));
      const { agentId } = await owner.createAgent({ params, body: input });
      const both = [() => owner.deleteAgent({ params: { ...params, agentId } }), () => makeDefault(agentId)];
      const results = await Promise.allSettled((round % 2 ? both : both.toReversed()).map((ask) => ask()));
      const { defaultAgentId } = await owner.getWorkspace({ params });
      await owner.getAgent({ params: { ...params, agentId: defaultAgentId } });
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      assert.equal(refused.length, 1, `round ${round}: ${refused.length} were refused`);
      const [problem] = refused;
      assert.ok(problem instanceof ApiError && problem.message.includes(agentId), String(problem));
      refusals.add(problem.code);
    }
    for (const code of refusals) assert.ok(['agent-is-default', 'no-such-agent'].includes(code), code);
  });
}
