import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../tests/support/apps/test-app.ts';
import { byAgent } from '../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../tests/support/scripted/script-lines.ts';
import { taskViews } from './tasks.ts';

test('[L4] the tasks of one step are listed in the order of their calls', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Part ${index}`);
  const calls = names.map((task) => call('newTask', { task, subAgentId: 'agt_worker' }));
  await using app = await openTestApp({
    script: byAgent({
      boss: ({ place: { step } }) => (step === 1 ? calls : [say('Done.')]),
      worker: [say('Yes.')],
    }),
    agents: [agent('boss', { subAgents: ['worker'] }), agent('worker')],
  });
  const rootId = (await app.run('All of it')).thread.threadId;
  const tree = await app.retinue.log.tree(localWorkspaceId, rootId);
  assert.deepEqual(tree && taskViews(tree).map(({ instruction }) => instruction), names);
});
