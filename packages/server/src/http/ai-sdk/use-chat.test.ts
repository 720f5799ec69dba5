import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UIMessage } from 'ai';
import { DefaultChatTransport } from 'ai';
import type { AiSdkServer } from '../../../../../tests/support/ai-sdk/ai-sdk-server.ts';
import { openAiSdkServer, threadOf } from '../../../../../tests/support/ai-sdk/ai-sdk-server.ts';
import type { ChatHook } from '../../../../../tests/support/ai-sdk/page.ts';
import { openPage } from '../../../../../tests/support/ai-sdk/page.ts';
import { asJson } from '../../../../../tests/support/ai-sdk/ui-client.ts';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, allTasks, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { newTask, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, bySteps, inputsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, hang, say, together } from '../../../../../tests/support/scripted/script-lines.ts';

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

const openBusyApp = () => openTestApp({ script, agents: team, tools: [look], limits: { maxDepth: 2 } });

test('[S5.2, S2] useChat has in mid-run, at rest and after the next turn the same state as a reload', async () => {
  await using app = await openBusyApp();
  await using server = await openAiSdkServer(app);
  await using page = await openPage({ id: 'mine', transport: transport(server) });
  app.retinue.start();
  const sending = page.chat().sendMessage({ text: 'go' });
  await bringToMidRun(app);
  const mid = await page.until(
    (chat) => statuses(chat).join() === 'finished,finished,failed,cancelled,running,waiting',
  );
  assert.deepEqual(partsOf(mid.messages), partsOf((await server.reload('mine')) as UIMessage[]));
  app.model.barriers.release('held');
  await sending;
  const waiting = await page.rested();
  assert.deepEqual(partsOf(waiting.messages), partsOf((await server.reload('mine')) as UIMessage[]));
  await answerQuestions(app);
  await page.chat().resumeStream();
  await app.settled(threadOf('mine'));
  await page.chat().sendMessage({ text: 'and now?' });
  const done = await page.rested();
  const reloaded = (await server.reload('mine')) as UIMessage[];
  assert.deepEqual(partsOf(done.messages), partsOf(reloaded));
  assert.deepEqual(answerIds(done.messages), answerIds(reloaded));
});

test('[S5.2, S3] a page that is loaded in mid-run and resumes ends like one that was open all the time', async () => {
  await using app = await openBusyApp();
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  await using page = await openPage({ id: 'mine', transport: transport(server) });
  const sending = page.chat().sendMessage({ text: 'go' });
  await bringToMidRun(app);
  const messages = (await server.reload('mine')) as UIMessage[];
  await using second = await openPage({ id: 'mine', messages, resume: true, transport: transport(server) });
  await second.until(({ status }) => status === 'streaming');
  app.model.barriers.release('held');
  await sending;
  const done = await second.rested();
  const reloaded = (await server.reload('mine')) as UIMessage[];
  assert.deepEqual(asJson(done.messages), reloaded);
  assert.deepEqual(partsOf((await page.rested()).messages), partsOf(reloaded));
});

test('[S5.2, E7] a message that is sent in mid-run has its own answer; both streams end like the reload', async () => {
  const slow = byAgent({
    boss: bySteps([say('One moment. '), barrier('first'), call('look', { at: 1 })], [say('To both of you.')]),
  });
  await using app = await openTestApp({ script: slow, agents: team, tools: [look] });
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  await using page = await openPage({ id: 'mine', transport: transport(server) });
  const first = page.chat().sendMessage({ text: 'go' });
  await page.until(({ messages }) => JSON.stringify(messages).includes('One moment.'));
  const second = page.chat().sendMessage({ text: 'and this' });
  await app.until(threadOf('mine'), (_tree, { thread }) => thread.inputSeq > thread.seenSeq);
  const messages = (await server.reload('mine')) as UIMessage[];
  await using other = await openPage({ id: 'mine', messages, resume: true, transport: transport(server) });
  await other.until(({ status }) => status === 'streaming');
  app.model.barriers.release('first');
  await Promise.all([first, second]);
  const done = await page.rested();
  const reloaded = (await server.reload('mine')) as UIMessage[];
  assert.deepEqual(partsOf(done.messages), partsOf(reloaded));
  const resumed = await other.rested();
  assert.deepEqual(asJson(resumed.messages), reloaded);
});

test('[S5] stop on the page closes the stream and nothing else', async () => {
  await using app = await openBusyApp();
  await using server = await openAiSdkServer(app);
  app.retinue.start();
  await using page = await openPage({ id: 'mine', transport: transport(server) });
  const sending = page.chat().sendMessage({ text: 'go' });
  await bringToMidRun(app);
  await page.until((chat) => statuses(chat).length === 6);
  await page.chat().stop();
  await sending;
  await page.rested();
  assert.equal(app.model.barriers.waiting('held'), 1, 'the task goes on');
  const resuming = page.chat().resumeStream();
  await page.until(({ status }) => status === 'streaming');
  app.model.barriers.release('held');
  await resuming;
  const done = await page.rested();
  assert.deepEqual(partsOf(done.messages), partsOf((await server.reload('mine')) as UIMessage[]));
  assert.equal(statuses(done)[4], 'finished');
});

/** The first two have ended, the third has failed, the fourth is stopped, the fifth is held and the last one waits. */
async function bringToMidRun(app: TestApp): Promise<void> {
  await app.model.barriers.reached('stopped');
  await app.model.barriers.reached('held');
  const rootId = threadOf('mine');
  const task = allTasks(await app.view(rootId)).find((node) => node.task.instruction === 'stopped');
  await app.commands.cancelTask(app.context(), { taskId: task?.task.taskId ?? assert.fail('no task') });
  await app.until(
    rootId,
    (_tree, { tasks }) =>
      tasks.map(({ status }) => status).join() === 'success,success,failed,cancelled,running,waiting',
  );
}

async function answerQuestions(app: TestApp): Promise<void> {
  const { workspaceId } = app.context();
  for (const { questionId } of await app.log.readModels.openQuestions(workspaceId)) {
    await app.commands.answerQuestion(app.context(), { questionId, answer: 'that' });
  }
}

function transport(server: AiSdkServer): DefaultChatTransport<UIMessage> {
  return new DefaultChatTransport({ api: server.api, headers: server.headers });
}

function statuses({ messages }: Pick<ChatHook, 'messages'>): string[] {
  const parts = messages.flatMap((message) => message.parts);
  return parts.flatMap((part) =>
    part.type === 'data-tool-agent' ? [(part as { data: { status: string } }).data.status] : [],
  );
}

/** A person's message has a client-made id until the page is reloaded; its text is the same. */
function partsOf(messages: readonly UIMessage[]): unknown {
  return messages.map(({ role, parts }) => asJson({ role, parts }));
}

function answerIds(messages: readonly UIMessage[]): string[] {
  return messages.filter(({ role }) => role === 'assistant').map(({ id }) => id);
}
