import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventType, LogEvent, StepItem, ThreadNode } from '@retinue/protocol';
import { localWorkspaceId, owes } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, allTasks } from '../../../../../tests/support/apps/test-app.ts';
import { isSummary, limitTokens, openLibrary, reading } from '../../../../../tests/support/models/long-thread.ts';
import { goOn, newTask, succeed, taskIn } from '../../../../../tests/support/models/scripts.ts';
import { refusalsOf } from '../../../../../tests/support/models/strict-prompt.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { inputsOf } from '../../../../../tests/support/scripted/script.ts';
import {
  barrier,
  call,
  fail,
  finish,
  hang,
  say,
  together,
} from '../../../../../tests/support/scripted/script-lines.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import { frameText } from '../../ports/engine/frames.ts';
import type { ModelRequest } from '../../ports/engine/model.ts';
import { recover } from '../recovery/recover.ts';
import { estimateTokens } from './build-request.ts';
import { summaryMessage } from './remember.ts';

const summaries = (app: TestApp) => app.model.requests.filter(isSummary);
const answers = (app: TestApp) => app.model.requests.filter((request) => !isSummary(request));

async function typesOf(app: TestApp, chat: ThreadNode): Promise<EventType[]> {
  return (await app.events(chat.thread.threadId)).map(({ type }) => type);
}

const stepsOf = (chat: ThreadNode) => chat.thread.items.filter((item) => item.type === 'step') as StepItem[];

function assertAccepted(app: TestApp): void {
  for (const request of app.model.requests) assert.deepEqual(refusalsOf(request), []);
}

test('[L9] a thread that grows too long continues with its instruction, a summary and its last items', async () => {
  await using app = await openLibrary(reading(12));
  const chat = await app.run('Read all twelve pages, please.');
  assert.deepEqual([chat.thread.status, chat.thread.outcome?.result], ['idle', 'All read.']);
  assert.ok(summaries(app).length >= 2, 'it is compacted more than once');
  for (const request of app.model.requests) assert.ok(estimateTokens(request) <= limitTokens * 1.5);
  const last = answers(app).at(-1);
  assert.deepEqual(last && inputsOf(last), [
    'Read all twelve pages, please.',
    `${summaryMessage}\n\n${frameText({ source: 'summary' }, 'What was read so far.')}`,
  ]);
  assert.ok(
    last?.messages.some(({ role }) => role === 'tool'),
    'the last results are as they were',
  );
  assertAccepted(app);
});

test('[L9.2] the log keeps everything, and people see everything', async () => {
  await using app = await openLibrary(reading(12));
  const chat = await app.run('Read.');
  const read = stepsOf(chat).flatMap(({ calls }) => calls.map(({ args }) => args));
  assert.deepEqual(
    read,
    Array.from({ length: 12 }, (_, index) => ({ page: index + 1 })),
  );
  const events = await app.events(chat.thread.threadId);
  for (const [index, event] of events.entries()) if (event.type === 'thread.compacted') assertWithStep(events, index);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: app.directory }), []);
});

function assertWithStep(events: readonly LogEvent[], index: number): void {
  const [ended, compacted] = events.slice(index - 1, index + 1);
  assert.ok(ended?.type === 'step.ended' && compacted?.type === 'thread.compacted');
  assert.deepEqual([ended.data.step, ended.at], [compacted.data.step, compacted.at]);
}

test('[L9.3] a summary is requested without tools, and a later one covers the earlier', async () => {
  await using app = await openLibrary(reading(16));
  await app.run('Read.');
  const [first, second] = summaries(app);
  assert.ok(first && second);
  assert.deepEqual([first.toolChoice, first.tools.length], ['none', 0]);
  assert.match(inputsOf(first).join(), /\[The agent called read\]/);
  assert.doesNotMatch(inputsOf(first).join(), /What was read so far/);
  assert.match(inputsOf(second).join(), /What was read so far/);
});

test('[L9.1] a workspace sets the length at which its new chats are summarized', async () => {
  await using app = await openLibrary(reading(6), { limits: {} });
  await app.run('go');
  assert.equal(summaries(app).length, 0);
  await app.retinue.workspaces.change({ workspaceId: localWorkspaceId }, { limits: { compactAtTokens: limitTokens } });
  assert.equal((await app.run('go once more')).thread.limits.compactAtTokens, limitTokens);
});

test('[L9.3] summaries count neither as steps nor toward their limit', async () => {
  const agents = [agent('boss', { tools: ['read'], maxSteps: 13 })];
  await using app = await openLibrary(reading(12), { agents });
  const chat = await app.run('Read.');
  assert.equal(chat.thread.outcome?.result, 'All read.');
  assert.equal(chat.thread.turnStats.steps, 13);
});

const failures: Record<string, Script> = {
  'is blank': [],
  'is refused': [fail({ message: 'No.', retryable: false })],
  'fails again and again': [fail({ message: 'Overloaded.', retryAfterMs: 1 })],
  'is filtered': [say('Half of'), finish('content-filter')],
  'asks for calls': [together(call('read', { page: 1 }), newTask('worker', 'do it'))],
};
for (const [name, failing] of Object.entries(failures)) {
  test(`[L9.4] a summary that ${name} is not requested again in that turn: the oldest large results are left out`, async () => {
    await using app = await openLibrary(reading(12, failing));
    const chat = await app.run('Read.');
    assert.equal(chat.thread.outcome?.result, 'All read.');
    assert.equal(new Set(summaries(app).map(({ place }) => place.step)).size, 1);
    assert.equal(chat.thread.compaction, null);
    const last = answers(app).at(-1);
    assert.ok(last && estimateTokens(last) <= limitTokens, 'what is left out makes room');
    assert.match(JSON.stringify(last.messages), /more characters of this result are left out to make room/);
    assert.ok(!(await typesOf(app, chat)).includes('thread.compacted'));
    assertAccepted(app);
  });
}

test('[L9.4] the next turn tries again', async () => {
  let isWorking = false;
  await using app = await openLibrary((request) =>
    isSummary(request) ? (isWorking ? [say('Short.')] : []) : [say('So be it.')],
  );
  const chat = await app.run('long '.repeat(1000));
  await app.commands.sendMessage(app.context(), { threadId: chat.thread.threadId, text: 'longer '.repeat(500) });
  const failed = await app.settled(chat.thread.threadId);
  assert.equal(failed.thread.compaction, null);
  isWorking = true;
  await app.commands.sendMessage(app.context(), { threadId: chat.thread.threadId, text: 'And now?' });
  const compacted = await app.until(chat.thread.threadId, (_tree, { thread }) => owes(thread) === null);
  assert.equal(compacted.thread.compaction?.summary, 'Short.');
  const last = answers(app).at(-1);
  assert.deepEqual(last && inputsOf(last), [
    `${summaryMessage}\n\n${frameText({ source: 'summary' }, 'Short.')}`,
    'And now?',
  ]);
});

test('[L9] an instruction that is longer than the limit stays verbatim, and nothing loops', async () => {
  const instruction = 'word '.repeat(4000);
  await using app = await openLibrary(reading(6));
  const chat = await app.run(instruction);
  assert.equal(chat.thread.outcome?.result, 'All read.');
  for (const request of answers(app)) assert.equal(inputsOf(request)[0], instruction);
  assert.ok(summaries(app).length <= 3);
});

test('[L9.3] a summary that is much too long is cut', async () => {
  await using app = await openLibrary(reading(8, [say('blah '.repeat(10_000))]));
  const chat = await app.run('Read.');
  assert.equal(chat.thread.outcome?.result, 'All read.');
  assert.ok((chat.thread.compaction?.summary.length ?? 0) < 1000);
});

test('[L9.5] a prompt that the provider refuses as too long is retried, shorter', async () => {
  const windowTokens = 1500;
  const script = reading(12);
  await using app = await openLibrary(
    (request) =>
      estimateTokens(request) > windowTokens
        ? [fail({ message: 'This model takes less.', retryable: false, isTooLong: true })]
        : script,
    { limits: {} },
  );
  const chat = await app.run('Read.');
  assert.deepEqual([chat.thread.status, chat.thread.outcome?.result], ['idle', 'All read.']);
  assert.ok(summaries(app).length > 0);
  const cuts = (await app.events(chat.thread.threadId)).filter(({ type }) => type === 'step.cut');
  assert.ok(cuts.every(({ data }) => 'reason' in data && data.reason === 'too-long'));
  assertAccepted(app);
});

test("[L9.5] a prompt that is too long and cannot be shortened fails at once, with the provider's message", async () => {
  await using app = await openLibrary([fail({ message: 'This model takes less.', retryable: false, isTooLong: true })]);
  const chat = await app.run('One short question.');
  assert.deepEqual(
    [chat.thread.status, chat.thread.outcome?.reason],
    ['failed', { code: 'provider-error', text: 'This model takes less.' }],
  );
  assert.equal(app.model.requests.length, 1);
});

test('[L9.7] a process that ends during a summary requests it again', async () => {
  await using app = await openLibrary(
    reading(6, ({ place }) => (place.attempt === 1 ? [say('Half'), barrier('held')] : [say('Whole.')])),
  );
  const rootId = await app.open('Read.');
  app.retinue.start();
  await app.model.barriers.reached('held', 1);
  const thread = await app.log.thread(localWorkspaceId, rootId);
  assert.ok(thread);
  await recover({ log: app.log }, thread);
  app.model.barriers.release('held');
  const chat = await app.settled(rootId);
  assert.deepEqual([chat.thread.outcome?.result, chat.thread.compaction?.summary], ['All read.', 'Whole.']);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: app.directory }), []);
});

test('[L9.6] input that arrives during a summary is answered after it', async () => {
  await using app = await openLibrary(reading(6, [say('Half'), barrier('held'), say('and half.')]));
  const rootId = await app.open('Read.');
  app.retinue.start();
  await app.model.barriers.reached('held', 1);
  await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'Also the index.' });
  app.model.barriers.release('held');
  await app.settled(rootId);
  const [next] = answers(app).slice(-1);
  assert.ok(next && inputsOf(next).includes('Also the index.'));
});

test('[L9.6] a step whose task runs again is not summarized', async () => {
  const script = reading(10);
  const byPlace: Script = (request) => {
    if (request.place.agentId === 'agt_worker')
      return inputsOf(request)[0] === 'again' ? [barrier('retried'), succeed('late')] : [fail({ retryable: false })];
    if (request.place.step > 2) return script;
    return request.place.step === 1 ? [newTask('worker', 'slow')] : [barrier('held'), call('read', { page: 0 })];
  };
  await using app = await openLibrary(byPlace);
  const rootId = await app.open('Send one, then read.');
  app.retinue.start();
  await app.model.barriers.reached('held', 1);
  const [task] = allTasks(await app.view(rootId));
  assert.ok(task);
  await app.commands.retryTask(app.context(), { taskId: task.task.taskId, instruction: 'again' });
  app.model.barriers.release('held');
  const { thread } = await app.until(rootId, (_tree, chat) => owes(chat.thread) === null);
  assert.deepEqual([thread.openTasks.map(({ step }) => step), thread.compaction], [[1], null]);
  for (const request of app.model.requests) assert.ok(estimateTokens(request) <= limitTokens);
  app.model.barriers.release('retried');
  await app.settled(rootId);
  assertAccepted(app);
});

test('[L9.6] a due wrap-up is still due after a summary', async () => {
  let blank = 0;
  await using app = await openLibrary((request) => {
    if (isSummary(request)) return [say('Sum.')];
    if (request.place.kind === 'wrap-up') return [say('Wrapped up.')];
    blank += 1;
    return blank < 5 ? [say('On.'), call('read', { page: blank })] : [];
  });
  const chat = await app.run('Read.');
  assert.equal(chat.thread.outcome?.result, 'Wrapped up.');
});

test('[L9.8] a summary of a removed part is removed, too', async () => {
  await using app = await openLibrary(reading(12));
  const chat = await app.run('Read.');
  assert.ok(chat.thread.compaction);
  await app.commands.regenerate(app.context(), { threadId: chat.thread.threadId });
  const again = await app.settled(chat.thread.threadId);
  assert.equal(again.thread.compaction, null);
  const last = answers(app).at(-1);
  assert.deepEqual(last && inputsOf(last), ['Read.']);
});

test('[L9.4] a thread without its summary continues', async () => {
  const script = reading(12, [hang()]);
  await using app = await openLibrary(script, { limits: { compactAtTokens: limitTokens, idleMs: 200 } });
  const chat = await app.run('Read.');
  assert.deepEqual([chat.thread.status, chat.thread.outcome?.result], ['idle', 'All read.']);
  assert.equal(summaries(app).length, 1);
});

test('[D20] messages are counted as the model saw them, without summaries', async () => {
  const isCompacted = (request: ModelRequest) => inputsOf(request).some((text) => text.startsWith(summaryMessage));
  const read = reading(12);
  const script: Script = (request) => {
    if (request.place.agentId === 'agt_worker') return [succeed(inputsOf(request)[0] ?? '')];
    if (isSummary(request) || !isCompacted(request)) return read;
    return taskIn(request, 1) === 'task_unknown'
      ? [newTask('worker', 'go', { context: { messages: [1] } })]
      : [say('Done.')];
  };
  await using app = await openLibrary(script);
  const chat = await app.run('Read.');
  assert.match(allTasks(chat)[0]?.task.outcome?.result ?? '', /boss said:\n\nPage \d+\.$/);
});

test('[L9] a reactivated child that summarizes first counts as running, not as queued', async () => {
  const script: Script = (request) => {
    if (isSummary(request)) return [barrier('summary'), say('What was read so far.')];
    const { agentId, step } = request.place;
    if (agentId === 'agt_worker') return step < 3 ? [call('read', { page: step })] : [succeed('read')];
    if (step === 1) return [newTask('worker', 'read')];
    return step === 2 ? [goOn(taskIn(request), 'and the rest '.repeat(150))] : [say('Done.')];
  };
  await using app = await openLibrary(script, { limits: { compactAtTokens: 1200 } });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('summary');
  const { tasks } = await app.view(rootId);
  const { task, status, queuePlace } = tasks[1] ?? assert.fail('it did not go on');
  assert.deepEqual([status, queuePlace], ['running', null]);
  assert.equal((await app.log.readModels.findTask(localWorkspaceId, task.taskId))?.status, 'running');
  app.model.barriers.release('summary');
  assert.equal((await app.settled(rootId)).tasks[1]?.status, 'success');
  assert.deepEqual(await app.findings(), []);
});
