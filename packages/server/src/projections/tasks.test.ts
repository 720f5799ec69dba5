import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openHouse } from '../../../../tests/support/house.ts';
import { byAgent } from '../models/script.ts';
import { call, say } from '../models/script-lines.ts';
import { tasksOf } from './tasks.ts';

test('[L4] the tasks of one step are listed in the order of their calls', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Part ${index}`);
  const calls = names.map((task) => call('newTask', { task, subAgentId: 'agt_worker' }));
  await using house = await openHouse({
    script: byAgent({
      boss: ({ place: { step } }) => (step === 1 ? calls : [say('Done.')]),
      worker: [say('Yes.')],
    }),
    agents: [agent('boss', { subAgents: ['worker'] }), agent('worker')],
  });
  const rootId = (await house.run('All of it')).thread.threadId;
  const tree = await house.retinue.log.tree(localWorkspaceId, rootId);
  assert.deepEqual(tree && tasksOf(tree).map(({ instruction }) => instruction), names);
});
