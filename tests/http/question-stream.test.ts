import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Question, ThreadId, WorkspaceId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import type { Frame as PageFrame, QuestionChange } from '../../packages/web/src/api/frames.ts';
import { OpenQuestions } from '../../packages/web/src/store/questions/open-questions.ts';
import { openServed, type ServedApp } from '../support/apps/served-app.ts';
import { agent, type TestAppOptions, temporaryDirectory, wait } from '../support/apps/test-app.ts';
import { jumpingClock } from '../support/clocks/jumping-clock.ts';
import { connect } from '../support/http/sse.ts';
import { delegating } from '../support/models/scripts.ts';
import { byAgent } from '../support/scripted/script.ts';
import { call, say } from '../support/scripted/script-lines.ts';
import { witnessTools } from '../support/tools/witness-tools.ts';

const params = { workspaceId: localWorkspaceId };
const askers = 6;

function options(): TestAppOptions {
  return {
    tools: witnessTools().tools,
    agents: [
      agent('boss', { subAgents: ['asker', 'mailer'] }),
      agent('crowd', { subAgents: ['asker'] }),
      agent('asker'),
      agent('mailer', { tools: ['mail'] }),
    ],
    script: byAgent({
      boss: delegating(['asker', 'Ask one'], ['asker', 'Ask two'], ['mailer', 'Mail them']),
      crowd: delegating(...Array.from({ length: askers }, (_, index): [string, string] => ['asker', `Ask ${index}`])),
      asker: ({ place: { step } }) => (step === 1 ? [call('askUser', { question: 'Which?' })] : [say('That one.')]),
      mailer: ({ place: { step } }) => (step === 1 ? [call('mail', { to: 'them' })] : [say('So be it.')]),
    }),
  };
}

/** The questions of a page that reads one stream. It loads them once, and again only after a resync. */
class Inbox {
  readonly frames: QuestionChange[] = [];
  readonly questions: OpenQuestions;
  loads = 0;
  resyncs = 0;
  rowsPosition = 0;
  readonly #workspaceId: WorkspaceId;
  #connection: ReturnType<typeof connect> | null = null;

  constructor({ owner }: ServedApp, workspaceId: WorkspaceId = localWorkspaceId) {
    this.#workspaceId = workspaceId;
    const fetchPage = (query: { limit: string; cursor?: string }) => {
      this.loads += 1;
      return owner.listOpenQuestions({ params: { workspaceId }, query });
    };
    this.questions = new OpenQuestions(fetchPage, () => {});
  }

  async open(served: ServedApp): Promise<void> {
    this.rowsPosition = await this.questions.load();
    await this.connect(served);
  }

  async connect({ url, token }: ServedApp): Promise<void> {
    const query = new URLSearchParams({ rowsAfter: String(this.rowsPosition) });
    const address = `${url}/api/workspaces/${this.#workspaceId}/stream?${query}`;
    this.#connection = connect(address, { authorization: `Bearer ${token}` }, ({ type, data }) => {
      if (data) this.#take({ name: type, body: JSON.parse(data) } as PageFrame);
    });
    assert.equal(await this.#connection.status, 200);
  }

  async cut(): Promise<void> {
    this.#connection?.cut();
    await this.#connection?.ended;
  }

  #take(frame: PageFrame): void {
    if (frame.name === 'resync') this.resyncs += 1;
    if (frame.name === 'beat') this.rowsPosition = frame.body.rowsPosition;
    if (frame.name !== 'question') return;
    this.frames.push(frame.body);
    this.questions.take(frame);
  }
}

/** Waits until so many questions are open, and the inbox has each of them as the server lists it. */
async function assertOpen({ owner }: ServedApp, inbox: Inbox, count: number, about: string): Promise<Question[]> {
  const until = Date.now() + 15_000;
  while (true) {
    const { results } = await owner.listOpenQuestions({ params });
    if (results.length === count && isDeepStrictEqual(inbox.questions.list, results)) return results;
    if (Date.now() > until) assert.deepEqual([count, inbox.questions.list], [results.length, results], about);
    await wait(10);
  }
}

async function openChat({ owner }: ServedApp, name: string): Promise<ThreadId> {
  return (await owner.openChat({ params, body: { agentId: agentIdOf(name), text: 'Go' } })).chatId;
}

async function answer({ owner }: ServedApp, { chatId, questionId }: Question): Promise<void> {
  await owner.answerQuestion({ params: { ...params, chatId, questionId }, body: { answer: 'That' } });
}

const isAnswer = ({ kind }: Question) => kind === 'answer';

test('[S79] questions that are asked, changed and closed reach a reader as the server lists them, with no request', {
  timeout: 60_000,
}, async () => {
  const clock = jumpingClock();
  await using served = await openServed({
    ...options(),
    replacements: { clock },
    limits: { approvalLapseMs: 60_000 },
  });
  const { owner } = served;
  const inbox = new Inbox(served);
  await inbox.open(served);
  const chatId = await openChat(served, 'boss');
  const asked = await assertOpen(served, inbox, 3, 'asked by sub-agents');
  const [first, second] = asked.filter(isAnswer);
  const approval = asked.find((question) => !isAnswer(question));
  if (!first || !second || !approval) assert.fail();
  await answer(served, first);
  await assertOpen(served, inbox, 2, 'answered');
  await owner.changeChat({ params: { ...params, chatId }, body: { title: 'Another title' } });
  while (inbox.questions.list[0]?.path[0]?.title !== 'Another title') await wait(5);
  clock.jump(61_000);
  await owner.renewApproval({ params: { ...params, chatId, questionId: approval.questionId } });
  const renewed = (await assertOpen(served, inbox, 2, 'renewed')).find((question) => !isAnswer(question));
  assert.ok((renewed?.lapsesAt ?? 0) > (approval.lapsesAt ?? 0));
  const { results: tasks } = await owner.listTasks({ params: { ...params, chatId }, query: { type: 'agent' } });
  const task = tasks.find(({ subAgentThreadId }) => subAgentThreadId === second.threadId) ?? assert.fail();
  await owner.cancelTask({ params: { ...params, chatId, taskId: task.taskId } });
  await assertOpen(served, inbox, 1, 'task canceled');
  await owner.retryTask({ params: { ...params, chatId, taskId: task.taskId }, body: { instruction: 'Ask again' } });
  await assertOpen(served, inbox, 2, 'task retried');
  const other = await openChat(served, 'asker');
  await assertOpen(served, inbox, 3, 'asked by a chat');
  const { results: messages } = await owner.listMessages({ params: { ...params, chatId: other } });
  const messageId = messages.find(({ from }) => from === 'person')?.id ?? assert.fail();
  await owner.editMessage({ params: { ...params, chatId: other, messageId }, body: { text: 'Ask me again' } });
  await assertOpen(served, inbox, 2, 'chat rewound');
  const third = await openChat(served, 'asker');
  await assertOpen(served, inbox, 3, 'asked by a third chat');
  await owner.cancelChat({ params: { ...params, chatId: third } });
  await assertOpen(served, inbox, 2, 'chat canceled');
  await owner.deleteChat({ params: { ...params, chatId } });
  await assertOpen(served, inbox, 0, 'chat deleted');
  assert.deepEqual([inbox.loads, inbox.resyncs], [1, 0]);
  await inbox.cut();
});

test('[S79] a reader that comes back gets the questions that changed since, from memory and after a restart', {
  timeout: 60_000,
}, async () => {
  const directory = await temporaryDirectory();
  const change = async (served: ServedApp, inbox: Inbox, about: string) => {
    const [oldest] = inbox.questions.list;
    if (oldest) await answer(served, oldest);
    await openChat(served, 'asker');
    const { results } = await served.owner.listOpenQuestions({ params });
    assert.ok(!results.some(({ questionId }) => questionId === oldest?.questionId), about);
  };
  let inbox: Inbox;
  {
    await using served = await openServed({ ...options(), directory });
    inbox = new Inbox(served);
    await inbox.open(served);
    for (let chats = 0; chats < 2; chats += 1) await openChat(served, 'asker');
    await assertOpen(served, inbox, 2, 'before');
    await inbox.cut();
    await change(served, inbox, 'away');
    await inbox.connect(served);
    await assertOpen(served, inbox, 2, 'from memory');
    await inbox.cut();
    await change(served, inbox, 'away for longer');
  }
  await using served = await openServed({ ...options(), directory });
  await inbox.connect(served);
  await assertOpen(served, inbox, 2, 'from the log');
  assert.deepEqual([inbox.loads, inbox.resyncs], [1, 0]);
  await inbox.cut();
  await served.stop();
  await rm(directory, { recursive: true, force: true });
});

test('[S79.1][W9] a change of one question sends that question alone, to every reader of its workspace and to no other', {
  timeout: 60_000,
}, async () => {
  await using served = await openServed(options());
  const { workspaceId } = await served.owner.createWorkspace({ body: { name: 'Second' } });
  const inboxes = [new Inbox(served), new Inbox(served)];
  const elsewhere = new Inbox(served, workspaceId);
  for (const inbox of [...inboxes, elsewhere]) await inbox.open(served);
  await openChat(served, 'crowd');
  const [inbox, other] = inboxes;
  if (!inbox || !other) assert.fail();
  const asked = await assertOpen(served, inbox, askers, 'asked');
  for (const [index, question] of asked.entries()) {
    await answer(served, question);
    await assertOpen(served, inbox, askers - 1 - index, 'answered');
  }
  await assertOpen(served, other, 0, 'the same for another reader');
  for (const { frames } of inboxes) {
    assert.deepEqual(frames.flatMap((frame) => ('text' in frame ? frame.questionId : [])).sort(), idsOf(asked));
    assert.deepEqual(frames.flatMap((frame) => ('isClosed' in frame ? frame.questionId : [])).sort(), idsOf(asked));
    assert.equal(frames.length, 2 * askers);
  }
  assert.deepEqual(elsewhere.frames, []);
  for (const one of [...inboxes, elsewhere]) await one.cut();
});

const idsOf = (questions: readonly Question[]) => questions.map(({ questionId }) => questionId).sort();
