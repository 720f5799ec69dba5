import { appendFileSync } from 'node:fs';
import type { Effect } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { buildRetinue } from '../../../packages/server/src/main.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import { commandsOf } from '../../support/apps/commands.ts';
import { agent, agentsOf, configFor } from '../../support/apps/test-app.ts';
import { delegating, told, toolFor } from '../../support/models/scripts.ts';
import { byAgent, resultsOf } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';
import { createScriptedModel } from '../../support/scripted/scripted-model.ts';

/*
 * A process in which a sub-agent mails once and a person approves it as soon as they are asked, under the same key in
 * every life: `approver.ts <directory> <witness file> <effect>`, its store, its failpoint and whether it dies in the
 * tool from the environment. The tool records its effect before it answers.
 */
if (import.meta.main) {
  const [, , directory = '', witness = '', effect = 'unsafe'] = process.argv;
  const { DATABASE_URL: url, RETINUE_FAILPOINT: failpoint = null, DIE_IN_TOOL: isDying } = process.env;
  const mail = toolFor(
    'mail',
    async (_args, { callId, attempt, idempotencyKey }) => {
      appendFileSync(witness, `${JSON.stringify({ callId, attempt, idempotencyKey })}\n`);
      if (isDying) process.kill(process.pid, 'SIGKILL');
      return 'mail done';
    },
    { reach: 'outbound', effect: effect as Effect },
  );
  const script = byAgent({
    boss: delegating(['clerk', 'write to them']),
    clerk: (request) =>
      resultsOf(request).length === 0
        ? [call('mail', { to: 'them' })]
        : [say(told(resultsOf(request)[0]?.value ?? null))],
  });
  const config = configFor(directory, url ? { store: { kind: 'postgres', url } } : {});
  const retinue = await buildRetinue(
    { ...config, failpoint },
    {
      models: createModels({ providers: { scripted: createScriptedModel(script) } }),
      tools: createTools([mail]),
      agents: agentsOf([agent('boss', { subAgents: ['clerk'] }), agent('clerk', { tools: ['mail'] })]),
    },
  );
  const { log, ids } = retinue;
  const commands = commandsOf(retinue);
  const context = (key: string) => ({
    workspaceId: localWorkspaceId,
    actor: 'person:owner' as const,
    role: 'owner' as const,
    commandId: ids.command(),
    idempotency: { key, request: key },
  });
  const look = async () => {
    for (const { questionId } of await log.readModels.openQuestions(localWorkspaceId)) {
      await commands.answerApproval(context('approve'), { questionId, verdict: 'approved', reason: '' });
    }
    const [chat] = await log.readModels.chats(localWorkspaceId, { limit: 1 });
    if (chat?.status === 'idle' && chat.openTasks === 0) process.stdout.write('rest\n');
  };
  log.subscribe(() => void look());
  await commands.openChat(context('open'), { agentId: agentIdOf('boss'), text: 'go' });
  retinue.start();
  await look();
}
