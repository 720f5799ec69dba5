import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Question, storedId } from '@retinue/protocol';
import { OpenQuestions } from './open-questions.ts';

test('questions of all pages are listed once each, and what was listed before is handed on', async () => {
  const all = questions(250);
  const loads: [before: number | null, now: number][] = [];
  const open = new OpenQuestions(pagesOf(all), (before, now) => loads.push([before?.length ?? null, now.length]));
  assert.deepEqual(open.list, []);
  await open.load();
  assert.deepEqual(open.list, all);
  assert.equal(open.hasMore, false);
  all.pop();
  await open.load();
  assert.deepEqual(loads, [
    [null, 250],
    [250, 249],
  ]);
});

test('beyond the limit there are more questions than are listed', async () => {
  const open = new OpenQuestions(pagesOf(questions(620)), () => {});
  await open.load();
  assert.equal(open.list.length, 500);
  assert.equal(open.hasMore, true);
});

test('changes that arrive together cost one load', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let loaded = 0;
  const open = new OpenQuestions(pagesOf([]), () => {
    loaded += 1;
  });
  for (let times = 0; times < 5; times += 1) open.loadSoon();
  t.mock.timers.tick(1000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(loaded, 1);
});

test('a failed load keeps the list', async () => {
  const all = questions(3);
  let isDown = false;
  const read = pagesOf(all);
  const open = new OpenQuestions(
    async (query) => (isDown ? Promise.reject(new Error('down')) : read(query)),
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
  return async ({ cursor = '0' }: { cursor?: string }) => {
    const from = Number(cursor);
    const end = from + 100;
    return { results: all.slice(Math.max(0, from - 1), end), cursor: end < all.length ? String(end) : null };
  };
}

function questions(count: number): Question[] {
  const chatId = storedId.thread('thr_chat');
  return Array.from(
    { length: count },
    (_, index): Question => ({
      questionId: storedId.question(`qst_${index}`),
      chatId,
      threadId: chatId,
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
      lapsesAt: null,
    }),
  );
}
