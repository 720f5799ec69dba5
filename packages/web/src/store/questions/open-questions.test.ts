import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Question, storedId } from '@retinue/protocol';
import type { QuestionChange } from '../../api/frames.ts';
import { OpenQuestions } from './open-questions.ts';

const chatId = storedId.thread('thr_chat');
const otherId = storedId.thread('thr_other');

test('questions of all pages are listed once each, and those that are new are handed on', async () => {
  const all = questions(250);
  const added: string[][] = [];
  const open = new OpenQuestions(pagesOf(all).fetchPage, (news) => added.push(idsOf(news)));
  assert.deepEqual(open.list, []);
  assert.equal(await open.load(), 1000);
  assert.deepEqual(open.list, all);
  assert.equal(open.hasMore, false);
  const gone = all.pop();
  all.push(question(300));
  await open.load();
  assert.ok(!open.list.some(({ questionId }) => questionId === gone?.questionId));
  assert.deepEqual(added, [[], ['qst_300']], 'none are new at the first load');
});

test('[S79.2] questions come and go by frames, in the order in which they were asked, without a request', async () => {
  const pages = pagesOf([question(5)]);
  const added: string[] = [];
  const open = new OpenQuestions(pages.fetchPage, (news) => added.push(...idsOf(news)));
  await open.load();
  take(open, { ...question(7), position: 1001 });
  take(open, { ...question(6, otherId), position: 1002 });
  assert.deepEqual(idsOf(open.list), ['qst_5', 'qst_6', 'qst_7']);
  take(open, { ...question(7), lapsesAt: 9, position: 1003 });
  assert.equal(open.list.at(-1)?.lapsesAt, 9);
  take(open, closed(5, 1004));
  take(open, closed(99, 1004));
  assert.deepEqual(idsOf(open.list), ['qst_6', 'qst_7']);
  take(open, { ...question(8), position: 1005 });
  take(open, { chatId, openIds: [question(8).questionId], position: 1006 });
  assert.deepEqual(idsOf(open.list), ['qst_6', 'qst_8'], 'only those of that chat are dropped');
  assert.deepEqual(added, ['qst_7', 'qst_6', 'qst_8']);
  assert.equal(pages.requests(), 1);
});

test('[S79.4] of frames and replies about one question, the one that is later in the log counts', async () => {
  const pages = pagesOf([question(1), question(2)]);
  const open = new OpenQuestions(pages.fetchPage, () => {});
  await open.load();
  take(open, closed(1, 1010));
  take(open, { ...question(1), position: 1005 });
  assert.deepEqual(idsOf(open.list), ['qst_2'], 'another tab passed it on late');
  const loading = open.load();
  take(open, { chatId, openIds: [], position: 1011 });
  take(open, { ...question(3, otherId), position: 1012 });
  await loading;
  assert.deepEqual(idsOf(open.list), ['qst_3'], 'a reply that was under way brings nothing back');
});

test('[S71] in another log, what was known is replaced, wherever it was in the log before', async () => {
  const pages = pagesOf([question(1)]);
  const open = new OpenQuestions(pages.fetchPage, () => {});
  await open.load();
  take(open, { ...question(2), position: 5000 });
  const loading = open.loadOther();
  take(open, { ...question(2), text: 'Asked there', position: 7 });
  assert.equal(open.list.at(-1)?.text, 'Asked there');
  await loading;
  assert.deepEqual(idsOf(open.list), ['qst_1']);
});

test('[S79.3] beyond 500 the first questions are listed, and more are loaded when a hundred of them are closed', async () => {
  const all = questions(620);
  const pages = pagesOf(all);
  const open = new OpenQuestions(pages.fetchPage, () => {});
  await open.load();
  assert.deepEqual([open.list.length, open.hasMore, pages.requests()], [500, true, 5]);
  take(open, { ...question(700), position: 1001 });
  assert.equal(open.list.length, 500, 'it comes when more are loaded');
  for (const { questionId } of all.splice(0, 101)) take(open, { chatId, questionId, isClosed: true, position: 1002 });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([open.list.length, open.hasMore, pages.requests()], [500, true, 10]);
  assert.deepEqual(open.list, all.slice(0, 500));
});

test('[S79.3] a list that grows beyond 500 keeps the first ones', async () => {
  const open = new OpenQuestions(pagesOf(questions(499)).fetchPage, () => {});
  await open.load();
  for (const index of [600, 601]) take(open, { ...question(index), position: 1001 });
  assert.deepEqual([open.list.length, open.list.at(-1)?.questionId, open.hasMore], [500, 'qst_600', true]);
});

test('a failed load keeps the list', async () => {
  const all = questions(3);
  let isDown = false;
  const { fetchPage } = pagesOf(all);
  const open = new OpenQuestions(
    async (query) => (isDown ? Promise.reject(new Error('down')) : fetchPage(query)),
    () => {},
  );
  await open.load();
  isDown = true;
  await assert.rejects(open.load());
  assert.deepEqual(open.list, all);
  isDown = false;
  await open.load();
});

/** Pages as the server gives them. A question that moved between two requests is in both. */
function pagesOf(all: readonly Question[]) {
  let requests = 0;
  const fetchPage = async ({ cursor = '0' }: { cursor?: string }) => {
    requests += 1;
    const from = Number(cursor);
    const end = from + 100;
    const results = all.slice(Math.max(0, from - 1), end);
    return { results, cursor: end < all.length ? String(end) : null, position: 1000 };
  };
  return { fetchPage, requests: () => requests };
}

function take(open: OpenQuestions, body: QuestionChange): void {
  open.take({ name: 'question', body });
}

function closed(index: number, position: number): QuestionChange {
  return { chatId, questionId: question(index).questionId, isClosed: true, position };
}

const idsOf = (list: readonly Question[]) => list.map(({ questionId }) => String(questionId));

function questions(count: number): Question[] {
  return Array.from({ length: count }, (_, index) => question(index));
}

function question(index: number, inChat = chatId): Question {
  return {
    questionId: storedId.question(`qst_${index}`),
    chatId: inChat,
    threadId: inChat,
    toolCallId: storedId.call(`call_${index}`),
    kind: 'answer',
    text: `Question ${index}`,
    options: [],
    status: 'open',
    audience: 'person',
    answer: null,
    verdict: null,
    answeredBy: null,
    approval: null,
    path: [],
    askedAt: index,
    askedPosition: index,
    lapsesAt: null,
  };
}
