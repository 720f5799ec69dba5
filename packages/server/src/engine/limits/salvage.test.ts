import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { firstTask, goOn, newTask, taskIn, toolFor } from '../../../../../tests/support/scripts.ts';
import type { Script } from '../../models/script.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../models/script.ts';
import type { Line } from '../../models/script-lines.ts';
import { barrier, call, fail, hang, say, usage } from '../../models/script-lines.ts';
import type { ModelRequest } from '../../ports/model.ts';
import { recover } from '../recovery/recover.ts';

const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['look'] })];
const look = toolFor('look', async ({ round }) => `saw ${String(round)}`, { effect: 'read' });
const isSalvage = ({ maxOutputTokens, tools }: ModelRequest) => maxOutputTokens !== undefined && tools.length === 0;

function scriptWith(last: readonly Line[], work: (step: number) => Line[] = looking): Script {
  return byAgent({
    boss: (request) =>
      resultsOf(request).length === 0 ? [newTask('worker', 'go')] : [say(JSON.stringify(resultsOf(request)[0]?.value))],
    worker: (request) => (isSalvage(request) ? last : work(request.place.step)),
  });
}
const looking = (step: number) => [say(`round ${step}`), call('look', { round: step })];

test('[D6.1] a child that comes to a limit tells in one cheap step what it found', async () => {
  const script = scriptWith([say('I saw 1 and 2.')]);
  await using house = await openHouse({ script, agents, tools: [look], limits: { maxSteps: 2 } });
  const view = await house.run('go');
  const { task, status, child } = firstTask(view);
  assert.equal(status, 'failed');
  assert.equal(task.outcome?.result, 'I saw 1 and 2.');
  assert.match(task.outcome?.reason ?? '', /limit of 2 steps/);
  const steps = child?.thread.items.flatMap((item) => (item.type === 'step' ? [item.kind] : []));
  assert.deepEqual(steps, ['answer', 'answer', 'salvage']);
  const asked = house.model.requests.filter(isSalvage);
  assert.equal(asked.length, 1);
  assert.equal(asked[0]?.toolChoice, 'none');
  assert.match(JSON.stringify(asked[0]?.messages), /saw 2/);
  assert.match(view.thread.outcome?.result ?? '', /failed.*partial work/);
});

test('[D6.1] no progress, and working time that is over, are gathered as well', async () => {
  const same = scriptWith([say('Nothing new.')], () => [call('look', { round: 0 })]);
  await using idle = await openHouse({ script: same, agents, tools: [look] });
  const stuck = firstTask(await idle.run('go')).task.outcome;
  assert.deepEqual([stuck?.status, stuck?.result], ['failed', 'Nothing new.']);
  assert.match(stuck?.reason ?? '', /no progress/);
  const slow = scriptWith([say('Half.')], (step) => (step === 1 ? looking(1) : [say('and'), hang()]));
  await using late = await openHouse({ script: slow, agents, tools: [look], limits: { maxWorkMs: 300 } });
  const over = firstTask(await late.run('go')).task.outcome;
  assert.deepEqual([over?.status, over?.result], ['failed', 'Half.']);
  assert.match(over?.reason ?? '', /300 ms of working time/);
});

test('[D6.2] when that step fails, the task ends with the texts that were gathered', async () => {
  const script = scriptWith([fail({ retryable: true })]);
  await using house = await openHouse({ script, agents, tools: [look], limits: { maxSteps: 2 } });
  const { task } = firstTask(await house.run('go'));
  assert.equal(task.outcome?.status, 'failed');
  assert.equal(task.outcome?.result, 'round 1\n\nround 2');
  assert.match(task.outcome?.reason ?? '', /limit of 2 steps/);
  assert.equal(house.model.requests.filter(isSalvage).length, 1);
});

test('[D6.1] it is taken at most once in a turn, also when its worker dies', async () => {
  const script = scriptWith([say('never'), barrier('last words')]);
  await using house = await openHouse({ script, agents, tools: [look], limits: { maxSteps: 1 } });
  const rootId = await house.open('go');
  house.retinue.start();
  const view = await house.until(rootId, (tree) =>
    Object.values(tree.threads).some(({ openStep }) => openStep?.kind === 'salvage'),
  );
  const childId = firstTask(view).task.childThreadId;
  const child = await house.log.thread(localWorkspaceId, childId);
  await recover({ log: house.log }, child ?? assert.fail('no child'));
  house.model.barriers.release('last words');
  const ended = firstTask(await house.settled(rootId));
  assert.equal(ended.status, 'failed');
  assert.match(ended.task.outcome?.reason ?? '', /limit of 1 steps/);
  assert.equal(house.model.requests.filter(isSalvage).length, 1);
});

test('[D6.3] calls that were not begun when a limit was reached end with the thread', async () => {
  const costly = (step: number) => [...looking(step), usage({ inputTokens: 900, outputTokens: 200 })];
  const script = scriptWith([say('Nothing yet.')], costly);
  await using house = await openHouse({ script, agents, tools: [look], limits: { maxTokens: 1000 } });
  const { task, child } = firstTask(await house.run('go'));
  assert.deepEqual([task.outcome?.status, task.outcome?.result], ['failed', 'Nothing yet.']);
  const asked = child?.thread.items.flatMap((item) => (item.type === 'step' ? item.calls : []));
  assert.deepEqual(
    asked?.map(({ status }) => status),
    ['cancelled'],
  );
  assert.deepEqual(await house.findings(), []);
});

test('[D6.1] what a child that goes on was asked last is told first, however much it knows', async () => {
  const long = 'a long story '.repeat(1200);
  const script = byAgent({
    boss: bySteps([newTask('worker', 'first')], (request) => [goOn(taskIn(request), 'and then?')], [say('Well.')]),
    worker: (request) => (isSalvage(request) ? [say('So far.')] : [say(long), call('look', request.place)]),
  });
  await using house = await openHouse({ script, agents, tools: [look], limits: { maxSteps: 2 } });
  await house.run('go');
  const asked = house.model.requests.filter(isSalvage).map((request) => inputsOf(request)[0] ?? '');
  assert.deepEqual(
    asked.map((words) => words.match(/^Asked: (.*)$/m)?.[1]),
    ['first', 'and then?'],
  );
});

test('[D6.1] words of a person in the middle of a turn do not hide what was gathered before them', async () => {
  const work = (step: number) => (step === 2 ? [say('round 2'), barrier('told'), call('look')] : looking(step));
  const script = scriptWith([fail({ retryable: false })], work);
  await using house = await openHouse({ script, agents, tools: [look], limits: { maxSteps: 3 } });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.model.barriers.reached('told');
  const { childThreadId: threadId } = firstTask(await house.view(rootId)).task;
  await house.commands.sendMessage(house.wish(), { threadId, text: 'Hurry.' });
  house.model.barriers.release('told');
  const { task } = firstTask(await house.settled(rootId));
  assert.equal(task.outcome?.result, 'round 1\n\nround 2\n\nround 3');
});
