import { appendFileSync } from 'node:fs';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { buildRetinue } from '../../packages/server/src/main.ts';
import { byAgent } from '../../packages/server/src/models/script.ts';
import { pause, say, together } from '../../packages/server/src/models/script-lines.ts';
import { createTools } from '../../packages/server/src/tools/tools.ts';
import { agent, agentsOf, configFor } from '../support/house.ts';
import { costOfUsage, paid, paidModels, paidPrice } from '../support/paid.ts';
import { newTask } from '../support/scripts.ts';

/*
 * A process that only spawns: `spender.ts <directory> <witness file>`. The model writes each request down, with what it
 * costs, before it answers: the file is what was really asked, however the process ends.
 */
export const budget = { tokens: null, costMicros: 30_000, workMs: null, calls: null, tasks: 30 };
const names = ['boss', 'one', 'two', 'three'];

if (import.meta.main) {
  const [, , directory = '', witness = ''] = process.argv;
  const script = byAgent(
    Object.fromEntries(
      names.map((name, index) => [
        name,
        ({ place: { step, threadId } }) => {
          const next = names[index + 1];
          const tasks = [1, 2, 3].map((part) => newTask(next ?? '', `${threadId} ${step} ${part}`));
          return [say('On it. '), pause(10), ...(next ? [together(...tasks)] : [say('That is all.')])];
        },
      ]),
    ),
  );
  const models = paidModels(script, ({ place }, usage) =>
    appendFileSync(witness, `${JSON.stringify({ ...place, costMicros: costOfUsage(usage) })}\n`),
  );
  const agents = names.map((name, index) => paid(agent(name, { subAgents: names.slice(index + 1, index + 2) })));
  const retinue = await buildRetinue(configFor(directory, { limits: { maxDepth: 5 } }), {
    models,
    tools: createTools([]),
    agents: agentsOf(agents),
  });
  const { log, commands, ids } = retinue;
  const tellRest = async () => {
    if ((await log.owing(Number.MAX_SAFE_INTEGER)).length === 0) process.stdout.write('rest\n');
  };
  if ((await log.chats(localWorkspaceId, { limit: 1 })).length === 0) {
    await retinue.prices.set({ workspaceId: localWorkspaceId }, paidPrice);
    const wish = {
      workspaceId: localWorkspaceId,
      actor: 'person:owner',
      role: 'owner',
      commandId: ids.command(),
    } as const;
    await commands.openChat(wish, { agentId: agentIdOf('boss'), text: 'go', budget });
  }
  log.subscribe(() => void tellRest());
  retinue.start();
  await tellRest();
}
