import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { TaskState, ThreadState } from '@retinue/protocol';
import { dispatched } from '../../../../../tests/support/apps/dispatched.ts';
import { agent, openTestApp, temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { goOn, newTask, succeed, taskIn } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, inputsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, say } from '../../../../../tests/support/scripted/script-lines.ts';

let directory = '';
const chats = { told: '', waiting: '' };
let waitingTask = '';

const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['askUser'] })];
const script = byAgent({
  boss: (request) => {
    if (inputsOf(request)[0] === 'wait') return bySteps([newTask('worker', 'ask')], [say('So.')]);
    return bySteps(
      [newTask('worker', 'first', { context: { messages: [1] } })],
      (told) => [goOn(taskIn(told), 'second', { background: true })],
      [say('Later.')],
    );
  },
  worker: (request) => {
    if (inputsOf(request)[0] === 'ask') return [call('askUser', { question: 'Which?' })];
    return bySteps([succeed('one')], [barrier('second'), succeed('two')]);
  },
});

/** A chat with a notice of a child that ran in the background, and one that waits for a task. */
before(async () => {
  directory = await temporaryDirectory();
  await using app = await openTestApp({ script, agents, directory });
  const toldId = await app.open('tell me');
  app.retinue.start();
  await app.until(toldId, (_tree, view) => view.thread.status === 'idle');
  app.model.barriers.release('second');
  await app.settled(toldId);
  const waiting = await app.run('wait');
  Object.assign(chats, { told: toldId, waiting: waiting.thread.threadId });
  waitingTask = waiting.tasks[0]?.task.taskId ?? '';
});
after(() => rmSync(directory, { recursive: true, force: true }));

const on = (...words: string[]) => dispatched({ kind: 'sqlite', directory }, words);
const tasksOf = async (chat: string): Promise<TaskState[]> => {
  const state: ThreadState = JSON.parse((await on('show', chat, '--json')).stdout);
  return state.items.flatMap((item) => (item.type === 'step' ? item.calls.flatMap(({ tasks }) => tasks) : []));
};

test('[P7] list shows unread chats', async () => {
  const { stdout } = await on('list');
  const line = stdout.split('\n').find((text) => text.includes(chats.told));
  assert.match(line ?? '', /\(1 unread, 2 tasks,/);
});

test('[K6] a reactivated child is drawn as such and not as a retry, with its instruction', async () => {
  const { stdout } = await on('tree', chats.told);
  assert.match(stdout, /second.*continued · in the background/);
  assert.doesNotMatch(stdout, /attempt 2|↻/);
  const root = await on('show', chats.told);
  assert.match(root.stdout, /additional context: 1 message\n/);
  const [first] = await tasksOf(chats.told);
  const child = await on('show', first?.childThreadId ?? '');
  assert.match(child.stdout, /Context .*\n.*Context from boss/);
  assert.match((await on('show', chats.told)).stdout, /Person .*read at step 1/);
});

test('[K6] background lets the waiting parent continue; a missing task is wrong usage', async () => {
  assert.equal((await on('background', waitingTask)).code === 2, false);
  const [task] = await tasksOf(chats.waiting);
  assert.equal(task?.isBackground, true);
  assert.equal((await on('background', 'task_nobody')).code, 2);
  assert.equal((await on('verify')).code, 0);
});

test('[K17] a chat with a reactivated child is exported, and its copy is listed beside it', async () => {
  const file = `${directory}/chat.json`;
  assert.equal((await on('export', chats.told, '--output', file)).code, 0);
  const { code, stderr } = await on('import', file, '--copy');
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual([(await on('verify')).stdout.includes('is consistent'), (await on('verify')).code], [true, 0]);
  const markdown = await on('export', chats.told, '--format', 'markdown');
  assert.match(markdown.stdout, /Task for worker: second \(success, continued, in the background/);
});
