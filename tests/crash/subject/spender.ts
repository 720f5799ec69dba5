import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { buildRetinue } from '../../../packages/server/src/main.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import { remoteModel } from '../../fakes/remote-model.ts';
import { commandsOf } from '../../support/apps/commands.ts';
import { paid, paidPrice } from '../../support/apps/paid-app.ts';
import { agent, agentsOf, configFor } from '../../support/apps/test-app.ts';

/*
 * A process whose agents only delegate: `spender.ts <directory> <address of the provider>`. The provider is elsewhere,
 * so its requests are known however the process ends.
 */
export const budget = { tokens: null, costMicros: 60_000, workMs: null, calls: null, tasks: 40 };
export const spenders = ['boss', 'one', 'two'];

if (import.meta.main) {
  const [, , directory = '', baseUrl = ''] = process.argv;
  const agents = spenders.map((name, index) => paid(agent(name, { subAgents: spenders.slice(index + 1, index + 2) })));
  const retinue = await buildRetinue(configFor(directory, { limits: { maxDepth: 5 } }), {
    models: createModels({ providers: { [paidPrice.provider]: remoteModel({ baseUrl, apiKey: null }) } }),
    tools: createTools([]),
    agents: agentsOf(agents),
  });
  const { log, ids } = retinue;
  const commands = commandsOf(retinue);
  const tellRest = async () => {
    if ((await log.owing(Number.MAX_SAFE_INTEGER)).length === 0) process.stdout.write('rest\n');
  };
  if ((await log.readModels.chats(localWorkspaceId, { limit: 1 })).length === 0) {
    await retinue.prices.set({ workspaceId: localWorkspaceId }, paidPrice);
    const context = {
      workspaceId: localWorkspaceId,
      actor: 'person:owner',
      role: 'owner',
      commandId: ids.command(),
    } as const;
    await commands.openChat(context, { agentId: agentIdOf('boss'), text: 'go', budget });
  }
  log.subscribe(() => void tellRest());
  retinue.start();
  await tellRest();
}
