import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId, misfitsText } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, goOn, newTask, taskIn } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, bySteps, inputsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, say } from '../../../../../tests/support/scripted/script-lines.ts';
import type { Json } from '../../ports/engine/model.ts';
import { recover } from '../recovery/recover.ts';

const resultSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, rent: { type: 'number', minimum: 0 } },
  required: ['city', 'rent'],
  additionalProperties: false,
};
const agents = [agent('boss', { subAgents: ['worker'] }), { ...agent('worker'), resultSchema }];
const oslo = { city: 'Oslo', rent: 1200 };
const give = (result: Json) => call('taskResult', { result, status: 'success' });

async function runWorker(worker: Script) {
  await using app = await openTestApp({ script: byAgent({ boss: delegating(['worker', 'rents']), worker }), agents });
  const view = await app.run('go');
  const events = await app.events(view.thread.threadId);
  return { ...firstTask(view), events, requests: app.model.requests };
}

test('[D14.1] the child gets the schema in its prompt and in the schema of taskResult', async () => {
  const { task, child, requests } = await runWorker([give(oslo)]);
  assert.deepEqual(task.resultSchema, resultSchema);
  assert.deepEqual(child?.thread.resultSchema, resultSchema);
  const asked = requests.find(({ place }) => place.agentId === 'agt_worker') ?? assert.fail('not asked');
  assert.ok(asked.system.includes(JSON.stringify(resultSchema)));
  const offered = asked.tools.find(({ name }) => name === 'taskResult')?.input as { properties: { result: object } };
  assert.deepEqual(offered.properties.result, resultSchema);
});

const fitting: [how: string, worker: Script][] = [
  ['as a value', [give(oslo)]],
  ['as a text that holds it', [give(JSON.stringify(oslo))]],
  ['in plain words', [say(JSON.stringify(oslo))]],
  ['inside a fence', [say(`Here it is:\n\`\`\`json\n${JSON.stringify(oslo, null, 2)}\n\`\`\`\nDone.`)]],
];
for (const [how, worker] of fitting) {
  test(`[D14] a result that fits is accepted: ${how}`, async () => {
    const { status, task, events } = await runWorker(worker);
    assert.equal(status, 'success');
    assert.deepEqual(JSON.parse(task.outcome?.result ?? ''), oslo);
    assert.ok(!events.some(({ type }) => type === 'result.refused'));
  });
}

test('[D14.2] a result that does not fit is refused once, by a failed call that names the misfit', async () => {
  const { status, task, child, events } = await runWorker(bySteps([give({ city: 'Oslo' })], [give(oslo)]));
  assert.equal(status, 'success');
  assert.deepEqual(JSON.parse(task.outcome?.result ?? ''), oslo);
  const first = child?.thread.items.find((item) => item.type === 'step');
  const refused = first?.type === 'step' ? first.calls[0] : undefined;
  assert.equal(refused?.status, 'failed');
  assert.equal(refused?.error?.code, 'result-refused');
  assert.match(JSON.stringify(refused.error), /required property \\"rent\\"/);
  assert.equal(events.filter(({ type }) => type === 'result.refused').length, 1);
});

test('[D14.2] plain text that does not fit gets one repair step', async () => {
  const { status, child, requests } = await runWorker(bySteps([say('Oslo: 1200')], [say(JSON.stringify(oslo))]));
  assert.equal(status, 'success');
  const kinds = child?.thread.items.flatMap((item) => (item.type === 'step' ? [item.kind] : []));
  assert.deepEqual(kinds, ['answer', 'repair']);
  const repair = requests.filter(({ place }) => place.agentId === 'agt_worker').at(-1);
  assert.match(repair ? (inputsOf(repair).at(-1) ?? '') : '', /does not fit.*not JSON/);
});

for (const [how, lines] of [
  ['taskResult', [give({ city: 'Oslo', rent: 'much' })]],
  ['plain words', [say('{"city":"Oslo","rent":"much"}')]],
] as const) {
  test(`[D14.3] a second result that does not fit fails the task, with that result and its misfit: ${how}`, async () => {
    const { status, task, requests } = await runWorker(lines);
    assert.equal(status, 'failed');
    assert.ok(task.outcome?.reason?.code === 'result-misfit');
    assert.match(misfitsText(task.outcome.reason.problem), /rent: .*number/);
    assert.deepEqual(Array.isArray(task.outcome.reason.problem) && task.outcome.reason.problem[0]?.path, 'rent');
    assert.match(task.outcome?.result ?? '', /"rent":"much"/);
    assert.equal(requests.filter(({ place }) => place.agentId === 'agt_worker').length, 2);
  });
}

test('[D14.4] an error result needs no schema', async () => {
  const { status, task } = await runWorker([call('taskResult', { result: 'no such city', status: 'error' })]);
  assert.equal(status, 'failed');
  assert.equal(task.outcome?.result, 'no such city');
});

test('[D14.2] the misfit of a plain text is reported, also when other input came in first', async () => {
  const worker: Script = ({ place }) => {
    if (place.step === 1) return [say('Oslo: 1200')];
    return place.attempt === 1 ? [barrier('repair'), say('too late')] : [say(JSON.stringify(oslo))];
  };
  await using app = await openTestApp({ script: byAgent({ boss: delegating(['worker', 'rents']), worker }), agents });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('repair');
  const { childThreadId: threadId } = firstTask(await app.view(rootId)).task;
  await app.commands.sendMessage(app.context(), { threadId, text: 'Hurry.' });
  await recover({ log: app.log }, (await app.log.thread(localWorkspaceId, threadId)) ?? assert.fail('no child'));
  app.model.barriers.release('repair');
  assert.equal(firstTask(await app.settled(rootId)).status, 'success');
  const asked = app.model.requests.filter(({ place }) => place.agentId === 'agt_worker').at(-1);
  const [instruction, words, repair] = asked ? inputsOf(asked) : [];
  assert.deepEqual([instruction, words], ['rents', 'Hurry.']);
  assert.match(repair ?? '', /does not fit.*not JSON/);
});

test('[D14.5] a reactivated child gets the schema of its current task only', async () => {
  const schemaOf = (name: string) => ({ type: 'object', required: [name] });
  const script = byAgent({
    boss: bySteps(
      [newTask('clerk', 'first', { resultSchema: schemaOf('rent') })],
      (request) => [goOn(taskIn(request), 'more', { resultSchema: schemaOf('area') })],
      (request) => [goOn(taskIn(request), 'and more')],
      [say('Done.')],
    ),
    clerk: bySteps([give({ rent: 1 })], [give({ area: 2 })], [give('any words')]),
  });
  await using app = await openTestApp({ script, agents: [agent('boss', { subAgents: ['clerk'] }), agent('clerk')] });
  const { tasks } = await app.run('go');
  assert.deepEqual(
    tasks.map(({ status }) => status),
    ['success', 'success', 'success'],
  );
  const told = app.model.requests.filter(({ place }) => place.agentId === 'agt_clerk');
  assert.deepEqual(
    told.map(({ system }) => ['rent', 'area', 'JSON schema'].filter((words) => system.includes(words))),
    [['rent', 'JSON schema'], ['area', 'JSON schema'], []],
  );
});
