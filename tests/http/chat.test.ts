import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId, routes } from '@retinue/protocol';
import { agentIdOf } from '../../packages/protocol/src/ids.ts';
import type { Script } from '../../packages/server/src/models/script.ts';
import { call, say } from '../../packages/server/src/models/script-lines.ts';
import { openServed } from '../support/served.ts';

const script: Script = ({ place: { agentId, step } }) => {
  if (agentId === 'agt_boss') {
    return step === 1
      ? [say('I will ask.'), call('newTask', { task: 'Look it up', subAgentId: 'agt_worker' })]
      : [say('Done: 42.')];
  }
  return [call('taskResult', { result: '42', status: 'success' })];
};

test('[L4] a chat, its messages, tasks, sub-agents and tool calls are nested resources of the shapes in the table', async () => {
  await using served = await openServed({ script });
  const { owner } = served;
  const workspaceId = localWorkspaceId;
  const { chatId } = await owner.openChat({
    params: { workspaceId },
    body: { agentId: agentIdOf('boss'), text: 'How much?' },
  });
  while ((await owner.getChat({ params: { workspaceId, chatId } })).status !== 'idle')
    await new Promise((r) => setTimeout(r, 20));
  const params = { workspaceId, chatId };
  const tasks = routes.listTasks.reply.parse(await owner.listTasks({ params }));
  assert.deepEqual(
    tasks.results.map(({ name, status, result }) => [name, status, result]),
    [['agent:worker', 'success', '42']],
  );
});
