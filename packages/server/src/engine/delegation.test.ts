import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, openHouse } from '../../../../tests/support/house.ts';
import { byAgent, resultsOf } from '../models/script.ts';
import { call, say, together } from '../models/script-lines.ts';

const delegating = byAgent({
  boss: (request) =>
    resultsOf(request).length === 0
      ? [say('I send two.'), together(call('newTask', { task: 'north', subAgentId: 'agt_worker' }), call('newTask', { task: 'south', subAgentId: 'agt_worker' }))]
      : [say(`Done: ${resultsOf(request).map((result) => (result.value as { result: string }).result).join(' and ')}`)],
  worker: (request) => [call('taskResult', { result: `seen ${(request.messages[0] as { text: string }).text}`, status: 'success' })],
});

test('[D7] two calls to the same agent in one step are two tasks, and both results reach the answer', async () => {
  await using house = await openHouse({ script: delegating, agents: [agent('boss', { subAgents: ['worker'] }), agent('worker')] });
  const root = await house.run('look around');
  assert.deepEqual(root.tasks.map((task) => [task.status, task.task.instruction]), [
    ['success', 'north'],
    ['success', 'south'],
  ]);
  assert.equal(root.thread.outcome?.result, 'Done: seen north and seen south');
  assert.equal(root.thread.status, 'idle');
});
