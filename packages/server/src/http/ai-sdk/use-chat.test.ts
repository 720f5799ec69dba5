import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UIMessage } from 'ai';
import { DefaultChatTransport } from 'ai';
import type { Door } from '../../../../../tests/support/door.ts';
import { openDoor, threadOf } from '../../../../../tests/support/door.ts';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, allTasks, openHouse } from '../../../../../tests/support/house.ts';
import type { ChatHook } from '../../../../../tests/support/page.ts';
import { openPage } from '../../../../../tests/support/page.ts';
import { newTask, succeed, toolFor } from '../../../../../tests/support/scripts.ts';
import { asJson } from '../../../../../tests/support/ui-client.ts';
import { byAgent, bySteps, inputsOf } from '../../models/script.ts';
import { barrier, call, hang, say, together } from '../../models/script-lines.ts';

const team = [
  agent('boss', { subAgents: ['worker', 'clerk'], tools: ['look', 'askUser'] }),
  agent('worker', { subAgents: ['clerk'], tools: ['look', 'askUser'] }),
  agent('clerk', { tools: ['look', 'askUser'] }),
];
const look = toolFor('look', async ({ at = null }) => ({ seen: at }), { effect: 'read' });

const script = byAgent({
  boss: bySteps(
    [
      say('I will ', 'ask.'),
      together(
        newTask('worker', 'first'),
        newTask('worker', 'second'),
        newTask('clerk', 'fails'),
        newTask('clerk', 'stopped'),
        newTask('clerk', 'held'),
        newTask('clerk', 'waits'),
      ),
    ],
    [say('First answer.')],
    [say('Second ', 'answer.')],
  ),
  worker: (request) =>
    inputsOf(request)[0] === 'first'
      ? bySteps([newTask('clerk', 'below')], [succeed('one')])
      : bySteps([call('look', { at: 2 })], [succeed('two')]),
  clerk: (request) => {
    const job = inputsOf(request)[0];
    if (job === 'fails') return [call('taskResult', { result: 'no luck', status: 'error' })];
    if (job === 'stopped') return [say('Going on. '), barrier('stopped'), hang()];
    if (job === 'held') return bySteps([call('look', { at: 3 })], [say('Wait. '), barrier('held'), succeed('late')]);
    if (job === 'waits') return bySteps([call('askUser', { question: 'Which?' })], [succeed('asked')]);
    return [succeed('from below')];
  },
});

const openBusyHouse = () => openHouse({ script, agents: team, tools: [look], limits: { maxDepth: 2 } });

test('[S5, S2] useChat holds in mid-run, at rest and after the next turn what a reload gives', async () => {
  await using house = await openBusyHouse();
  await using door = await openDoor(house);
  await using page = await openPage({ id: 'mine', transport: transport(door) });
  house.retinue.start();
  const sending = page.chat().sendMessage({ text: 'go' });
  await bringToMidRun(house);
  const mid = await page.until(
    (chat) => statuses(chat).join() === 'finished,finished,failed,cancelled,running,waiting',
  );
  assert.deepEqual(partsOf(mid.messages), partsOf((await door.reload('mine')) as UIMessage[]));
  house.model.barriers.release('held');
  await sending;
  const waiting = await page.rested();
  assert.deepEqual(partsOf(waiting.messages), partsOf((await door.reload('mine')) as UIMessage[]));
  await answerQuestions(house);
  await page.chat().resumeStream();
  await house.settled(threadOf('mine'));
  await page.chat().sendMessage({ text: 'and now?' });
  const done = await page.rested();
  const reloaded = (await door.reload('mine')) as UIMessage[];
  assert.deepEqual(partsOf(done.messages), partsOf(reloaded));
  assert.deepEqual(answerIds(done.messages), answerIds(reloaded));
});

test('[S5, S3] a page that is loaded in mid-run and resumes ends as one that was there all the time', async () => {
  await using house = await openBusyHouse();
  await using door = await openDoor(house);
  house.retinue.start();
  await using page = await openPage({ id: 'mine', transport: transport(door) });
  const sending = page.chat().sendMessage({ text: 'go' });
  await bringToMidRun(house);
  const messages = (await door.reload('mine')) as UIMessage[];
  await using second = await openPage({ id: 'mine', messages, resume: true, transport: transport(door) });
  await second.until(({ status }) => status === 'streaming');
  house.model.barriers.release('held');
  await sending;
  const done = await second.rested();
  const reloaded = (await door.reload('mine')) as UIMessage[];
  assert.deepEqual(asJson(done.messages), reloaded);
  assert.deepEqual(partsOf((await page.rested()).messages), partsOf(reloaded));
});

test('[S5, E7] a message that is sent in mid-run has an answer of its own; both streams end as the reload', async () => {
  const slow = byAgent({
    boss: bySteps([say('One moment. '), barrier('first'), call('look', { at: 1 })], [say('To both of you.')]),
  });
  await using house = await openHouse({ script: slow, agents: team, tools: [look] });
  await using door = await openDoor(house);
  house.retinue.start();
  await using page = await openPage({ id: 'mine', transport: transport(door) });
  const first = page.chat().sendMessage({ text: 'go' });
  await page.until(({ messages }) => JSON.stringify(messages).includes('One moment.'));
  const second = page.chat().sendMessage({ text: 'and this' });
  await house.until(threadOf('mine'), (_tree, { thread }) => thread.inputSeq > thread.seenSeq);
  const messages = (await door.reload('mine')) as UIMessage[];
  await using other = await openPage({ id: 'mine', messages, resume: true, transport: transport(door) });
  await other.until(({ status }) => status === 'streaming');
  house.model.barriers.release('first');
  await Promise.all([first, second]);
  const done = await page.rested();
  const reloaded = (await door.reload('mine')) as UIMessage[];
  assert.deepEqual(partsOf(done.messages), partsOf(reloaded));
  const resumed = await other.rested();
  assert.deepEqual(asJson(resumed.messages), reloaded);
});

test('[S5] stop on the page closes the stream and nothing else', async () => {
  await using house = await openBusyHouse();
  await using door = await openDoor(house);
  house.retinue.start();
  await using page = await openPage({ id: 'mine', transport: transport(door) });
  const sending = page.chat().sendMessage({ text: 'go' });
  await bringToMidRun(house);
  await page.until((chat) => statuses(chat).length === 6);
  await page.chat().stop();
  await sending;
  await page.rested();
  assert.equal(house.model.barriers.waiting('held'), 1, 'the task goes on');
  const resuming = page.chat().resumeStream();
  await page.until(({ status }) => status === 'streaming');
  house.model.barriers.release('held');
  await resuming;
  const done = await page.rested();
  assert.deepEqual(partsOf(done.messages), partsOf((await door.reload('mine')) as UIMessage[]));
  assert.equal(statuses(done)[4], 'finished');
});

/** The first two have ended, the third has failed, the fourth is stopped, the fifth is held and the last one waits. */
async function bringToMidRun(house: House): Promise<void> {
  await house.model.barriers.reached('stopped');
  await house.model.barriers.reached('held');
  const rootId = threadOf('mine');
  const task = allTasks(await house.view(rootId)).find((node) => node.task.instruction === 'stopped');
  await house.commands.cancelTask(house.wish(), { taskId: task?.task.taskId ?? assert.fail('no task') });
  await house.until(
    rootId,
    (_tree, { tasks }) =>
      tasks.map(({ status }) => status).join() === 'success,success,failed,cancelled,running,waiting',
  );
}

async function answerQuestions(house: House): Promise<void> {
  const { workspaceId } = house.wish();
  for (const { questionId } of await house.log.readModels.openQuestions(workspaceId)) {
    await house.commands.answerQuestion(house.wish(), { questionId, answer: 'that' });
  }
}

function transport(door: Door): DefaultChatTransport<UIMessage> {
  return new DefaultChatTransport({ api: door.api, headers: door.headers });
}

function statuses({ messages }: Pick<ChatHook, 'messages'>): string[] {
  const parts = messages.flatMap((message) => message.parts);
  return parts.flatMap((part) =>
    part.type === 'data-tool-agent' ? [(part as { data: { status: string } }).data.status] : [],
  );
}

/** What a person wrote has an id of the client's until the page is loaded again; its words are the same. */
function partsOf(messages: readonly UIMessage[]): unknown {
  return messages.map(({ role, parts }) => asJson({ role, parts }));
}

function answerIds(messages: readonly UIMessage[]): string[] {
  return messages.filter(({ role }) => role === 'assistant').map(({ id }) => id);
}
