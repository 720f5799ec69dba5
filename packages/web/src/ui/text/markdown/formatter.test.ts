import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { loadFailedParts } from '../../loading/lazy-part.ts';
import { type Formatted, format, formattedBefore } from './formatter.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** The worker's side of the page: each test says when its file has loaded and when it answers. */
class TestWorker extends EventTarget {
  static opened: TestWorker[] = [];
  readonly asked: { text: string; isGrowing: boolean }[] = [];
  isEnded = false;

  constructor() {
    super();
    TestWorker.opened.push(this);
  }
  postMessage(request: { text: string; isGrowing: boolean }): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.isEnded = true;
  }
  load(): void {
    this.dispatchEvent(new MessageEvent('message', { data: 'ready' }));
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
  answer(): void {
    const { text, isGrowing } = this.asked.at(-1) ?? assert.fail('nothing was asked');
    this.dispatchEvent(new MessageEvent('message', { data: parseMarkdown(text, isGrowing) }));
  }
}

Object.assign(globalThis, {
  Worker: TestWorker,
  document: { querySelector: () => null },
  sessionStorage: { getItem: () => String(Date.now()), setItem: () => {} },
});

const staying = () => new AbortController().signal;
const newest = () => TestWorker.opened.at(-1) ?? assert.fail('no worker was opened');
let texts = 0;
function freshText(): string {
  texts += 1;
  return `Text **${texts}**`;
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

/** Every test begins with a worker that has loaded. */
async function loadedWorker(): Promise<TestWorker> {
  const first = format(freshText(), false, staying());
  if (newest().asked.length === 0) newest().load();
  newest().answer();
  await first;
  return newest();
}

test('[U94] a text waits for a worker whose file comes late: the time limit of formatting starts then', async () => {
  const text = freshText();
  const formatted = format(text, false, staying());
  mock.timers.tick(20_000);
  assert.equal(newest().isEnded, false);
  newest().load();
  newest().answer();
  assert.equal((await formatted)?.length, 1);
  assert.notEqual(formattedBefore(text), null);
});

test('[U94] a worker that cannot be loaded is retried later, and no text stays plain for good', async () => {
  const worker = await loadedWorker();
  void format(freshText(), false, staying());
  mock.timers.tick(5000); // Aborted: the next text needs another worker.
  assert.equal(worker.isEnded, true);
  const text = freshText();
  let found: Formatted | undefined;
  const formatted = format(text, false, staying()).then((answer) => (found = answer));
  const before = TestWorker.opened.length;
  for (let failures = 0; failures < 4; failures += 1) {
    newest().fail();
    await Promise.resolve();
    assert.equal(found, undefined);
    assert.equal(formattedBefore(text), undefined);
    mock.timers.tick(120_000);
  }
  assert.equal(TestWorker.opened.length, before + 4);
  newest().load();
  newest().answer();
  await formatted;
  assert.equal(found?.length, 1);
});

test('[U94] a worker that never loads is replaced after a while', async () => {
  await loadedWorker();
  void format(freshText(), false, staying());
  mock.timers.tick(5000);
  const formatted = format(freshText(), false, staying());
  const slow = newest();
  mock.timers.tick(61_000);
  assert.equal(slow.isEnded, true);
  mock.timers.tick(120_000);
  assert.notEqual(newest(), slow);
  newest().load();
  newest().answer();
  assert.equal((await formatted)?.length, 1);
});

test('[U94] a worker that hangs on a lost connection is loaded again when the connection is back', async () => {
  await loadedWorker();
  void format(freshText(), false, staying());
  mock.timers.tick(5000);
  const formatted = format(freshText(), false, staying());
  const hanging = newest();
  loadFailedParts();
  assert.equal(hanging.isEnded, true);
  assert.notEqual(newest(), hanging);
  newest().load();
  newest().answer();
  assert.equal((await formatted)?.length, 1);
  const loaded = newest();
  loadFailedParts();
  assert.equal(newest(), loaded);
});

test('[U86] a text that takes too long in a worker that has loaded is shown as text', async () => {
  await loadedWorker();
  const text = freshText();
  const formatted = format(text, false, staying());
  mock.timers.tick(5000);
  assert.equal(await formatted, null);
  assert.equal(formattedBefore(text), null);
});

test('[U86.1] a component does not retain its formatted text', async () => {
  const { signal } = new AbortController();
  for (let times = 0; times < 20; times += 1) {
    const formatted = format(freshText(), true, signal);
    if (newest().asked.length === 0) newest().load();
    newest().answer();
    await formatted;
  }
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('[U86] a text that is no longer needed is not formatted', async () => {
  const worker = await loadedWorker();
  const first = format(freshText(), false, staying());
  const leaving = new AbortController();
  const second = format('Left', false, leaving.signal);
  leaving.abort();
  assert.equal(await second, null);
  worker.answer();
  await first;
  assert.equal(
    worker.asked.some(({ text }) => text === 'Left'),
    false,
  );
});
