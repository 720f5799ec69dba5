import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { firstTask, goOn, newTask, taskIn, toolFor } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import type { Line } from '../../../../../tests/support/scripted/script-lines.ts';
import { barrier, call, fail, hang, say, usage } from '../../../../../tests/support/scripted/script-lines.ts';
import type { ModelRequest } from '../../ports/engine/model.ts';
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

test('[D6.1] a child that reaches a limit reports its findings in one cheap step', async () => {
  const script = scriptWith([say('I saw 1 and 2.')]);
  await using app = await openTestApp({ script, agents, tools: [look], limits: { maxSteps: 2 } });
  const view = await app.run('go');
  const { task, status, child } = firstTask(view);
  assert.equal(status, 'failed');
  assert.equal(task.outcome?.result, 'I saw 1 and 2.');
  assert.deepEqual(task.outcome?.reason, { code: 'step-limit', maxSteps: 2 });
  const steps = child?.thread.items.flatMap((item) => (item.type === 'step' ? [item.kind] : []));
  assert.deepEqual(steps, ['answer', 'answer', 'salvage']);
  const asked = app.model.requests.filter(isSalvage);
  assert.equal(asked.length, 1);
  assert.equal(asked[0]?.toolChoice, 'none');
  assert.match(JSON.stringify(asked[0]?.messages), /Called look\(.*saw 2/);
  assert.match(view.thread.outcome?.result ?? '', /failed.*result is partial/);
});

test('[D6.1] so does one without progress, or whose working time is over', async () => {
  const same = scriptWith([say('Nothing new.')], () => [call('look', { round: 0 })]);
  await using idle = await openTestApp({ script: same, agents, tools: [look] });
  const stuck = firstTask(await idle.run('go')).task.outcome;
  assert.deepEqual([stuck?.status, stuck?.result], ['failed', 'Nothing new.']);
  assert.deepEqual(stuck?.reason, { code: 'no-progress' });
  const slow = scriptWith([say('Half.')], (step) => (step === 1 ? looking(1) : [say('and'), hang()]));
  await using late = await openTestApp({ script: slow, agents, tools: [look], limits: { maxWorkMs: 300 } });
  const over = firstTask(await late.run('go')).task.outcome;
  assert.deepEqual([over?.status, over?.result], ['failed', 'Half.']);
  assert.deepEqual(over?.reason, { code: 'work-time-limit', maxMs: 300 });
});

test('[D6.2] if that step fails, the task ends with the texts that were gathered', async () => {
  const script = scriptWith([fail({ retryable: true })]);
  await using app = await openTestApp({ script, agents, tools: [look], limits: { maxSteps: 2 } });
  const { task } = firstTask(await app.run('go'));
  assert.equal(task.outcome?.status, 'failed');
  assert.equal(task.outcome?.result, 'round 1\n\nround 2');
  assert.deepEqual(task.outcome?.reason, { code: 'step-limit', maxSteps: 2 });
  assert.equal(app.model.requests.filter(isSalvage).length, 1);
});

test('[D6.1] the step is taken at most once in a turn, also when its worker dies', async () => {
  const script = scriptWith([say('never'), barrier('last words')]);
  await using app = await openTestApp({ script, agents, tools: [look], limits: { maxSteps: 1 } });
  const rootId = await app.open('go');
  app.retinue.start();
  const view = await app.until(rootId, (tree) =>
    Object.values(tree.threads).some(({ openStep }) => openStep?.kind === 'salvage'),
  );
  const childId = firstTask(view).task.childThreadId;
  const child = await app.log.thread(localWorkspaceId, childId);
  await recover({ log: app.log }, child ?? assert.fail('no child'));
  app.model.barriers.release('last words');
  const ended = firstTask(await app.settled(rootId));
  assert.equal(ended.status, 'failed');
  assert.deepEqual(ended.task.outcome?.reason, { code: 'step-limit', maxSteps: 1 });
  assert.equal(app.model.requests.filter(isSalvage).length, 1);
});

test('[D6.3] calls that had not started when a limit was reached end with the thread', async () => {
  const costly = (step: number) => [...looking(step), usage({ inputTokens: 900, outputTokens: 200 })];
  const script = scriptWith([say('Nothing yet.')], costly);
  await using app = await openTestApp({ script, agents, tools: [look], limits: { maxTokens: 1000 } });
  const { task, child } = firstTask(await app.run('go'));
  assert.deepEqual([task.outcome?.status, task.outcome?.result], ['failed', 'Nothing yet.']);
  const asked = child?.thread.items.flatMap((item) => (item.type === 'step' ? item.calls : []));
  assert.deepEqual(
    asked?.map(({ status }) => status),
    ['cancelled'],
  );
  assert.deepEqual(await app.findings(), []);
});

test('[D6.1] the last instruction of a reactivated child comes first in its record, however long its history', async () => {
  const long = 'a long story '.repeat(1200);
  const script = byAgent({
    boss: bySteps([newTask('worker', 'first')], (request) => [goOn(taskIn(request), 'and then?')], [say('Well.')]),
    worker: (request) => (isSalvage(request) ? [say('So far.')] : [say(long), call('look', request.place)]),
  });
  await using app = await openTestApp({ script, agents, tools: [look], limits: { maxSteps: 2 } });
  await app.run('go');
  const asked = app.model.requests.filter(isSalvage).map((request) => inputsOf(request)[0] ?? '');
  assert.deepEqual(
    asked.map((words) => words.match(/^Asked: (.*)$/m)?.[1]),
    ['first', 'and then?'],
  );
});

test("[D6.1] a person's message in the middle of a turn does not hide earlier findings", async () => {
  const work = (step: number) => (step === 2 ? [say('round 2'), barrier('told'), call('look')] : looking(step));
  const script = scriptWith([fail({ retryable: false })], work);
  await using app = await openTestApp({ script, agents, tools: [look], limits: { maxSteps: 3 } });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('told');
  const { childThreadId: threadId } = firstTask(await app.view(rootId)).task;
  await app.commands.sendMessage(app.context(), { threadId, text: 'Hurry.' });
  app.model.barriers.release('told');
  const { task } = firstTask(await app.settled(rootId));
  assert.equal(task.outcome?.result, 'round 1\n\nround 2\n\nround 3');
});
