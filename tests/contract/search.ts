import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fact, SearchHit, SearchPage, ThreadId, WorkspaceId } from '@retinue/protocol';
import { localWorkspaceId, noUsage, taskIdOf, workspaceIdSchema } from '@retinue/protocol';
import fc from 'fast-check';
import type { OpenedLog } from '../../packages/server/src/ports/log/opened-log.ts';
import type { Search, SearchIndex } from '../../packages/server/src/ports/log/search.ts';
import type { Clock } from '../../packages/server/src/ports/runtime/clock.ts';
import { systemClock } from '../../packages/server/src/ports/runtime/clock.ts';
import { createSearch } from '../../packages/server/src/search/search.ts';
import { openMemoryIndex } from '../../packages/server/src/search/sqlite-index.ts';
import { accepted } from '../support/apps/replies.ts';
import { jumpingClock } from '../support/clocks/jumping-clock.ts';
import { seededRandom } from '../support/random/seeded-random.ts';
import { header, ids, message, openChat } from '../support/stores/facts.ts';
import { begin, delegated, endAll, openOne, say, thread } from './moves.ts';

/** A log and an index of the same kind; both keep their content when they are reopened. */
export interface SearchUnderTest extends AsyncDisposable {
  openLog(): Promise<OpenedLog>;
  openIndex(): Promise<SearchIndex>;
}

/** Rules for every index, whatever its implementation. */
export function describeSearch(name: string, createStore: () => Promise<SearchUnderTest>): void {
  describe(`search on ${name}`, () => {
    describeFinding(createStore);
    describeQuestions(createStore);
    describeFollowing(createStore);
  });
}

function describeFinding(createStore: () => Promise<SearchUnderTest>): void {
  test('[L11] text that was acknowledged a moment ago is found, with its place and its marks', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const { threadId } = await openOne(log);
    await say(log, threadId, `${'Long before. '.repeat(30)}The rents of Ålesund\nrose by 4 %.${' And on.'.repeat(60)}`);
    const page = await ask(search, 'rents alesund');
    const [group] = page.results;
    const [hit] = group?.hits ?? [];
    assert.deepEqual([page.results.length, group?.chatId, group?.title], [1, threadId, 'a chat']);
    assert.deepEqual([hit?.kind, hit?.threadId, hit?.taskId, hit?.path], ['message', threadId, null, []]);
    assert.deepEqual([hit?.agentName, page.cursor, page.isComplete], ['boss', null, true]);
    assert.deepEqual(marked(hit), ['rents', 'Ålesund']);
    assert.match(hit?.snippet.text ?? '', /^….*The rents of Ålesund rose by 4 %\..*…$/);
    assert.ok((hit?.snippet.text.length ?? 0) < 300);
  });

  test('[L11][L11.2] children are found with their path; prompts, reasoning and calls are not', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const { parent, children } = await delegated(log, 2);
    const [child = parent.threadId] = children;
    const state = await begin(log, await thread(log, child));
    const parts = [
      { type: 'reasoning' as const, text: 'pondering' },
      { type: 'text' as const, text: 'Gulls nest there.' },
    ];
    await put(log, child, {
      type: 'step.ended',
      data: { step: state.steps, attempt: 1, parts, usage: noUsage, finishReason: 'stop' },
    });
    await endAll(log, parent.threadId, children);
    const [hit] = hitsOf(await ask(search, 'gulls'));
    assert.deepEqual([hit?.kind, hit?.threadId, hit?.agentName], ['answer', child, 'worker']);
    assert.equal(hit?.taskId, hit?.path[0]?.taskId);
    assert.deepEqual(
      hit?.path.map(({ threadId, title, agentName }) => [threadId, title, agentName]),
      [[child, 'part 0', 'worker']],
    );
    assert.deepEqual(kindsOf(await ask(search, 'part')), ['instruction', 'instruction']);
    assert.deepEqual(kindsOf(await ask(search, 'done')), ['result', 'result']);
    for (const words of ['pondering', 'boss', 'newTask']) assert.deepEqual(hitsOf(await ask(search, words)), [], words);
  });

  test('[L11] questions, their answers, and the text of a stopped step are found', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const begun = await begin(log, await openOne(log));
    const callId = ids.call();
    const place = { callId, step: begun.steps };
    const asked = { questionId: `qst_${callId.slice(5)}` as never, kind: 'answer' as const };
    await put(
      log,
      begun.threadId,
      { type: 'question.asked', data: { ...place, ...asked, text: 'Which harbour?', options: ['Narvik', 'Bodø'] } },
      { type: 'question.answered', data: { ...place, questionId: asked.questionId, answer: 'The northern one' } },
      cut(begun.steps, 'Halfway words', true),
      cut(begun.steps, 'Forgotten words', false),
    );
    assert.deepEqual(kindsOf(await ask(search, 'bodo')), ['question']);
    assert.deepEqual(kindsOf(await ask(search, 'northern')), ['reply']);
    assert.deepEqual(kindsOf(await ask(search, 'halfway')), ['answer']);
    assert.deepEqual(kindsOf(await ask(search, 'forgotten')), []);
  });

  test('[L11][L11.2] a reactivated child is found under its newest task; a summary for the model is not found', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const { parent, children } = await delegated(log, 1);
    const [child = parent.threadId] = children;
    const { parent: link, steps } = await begin(log, await thread(log, child));
    const step = steps;
    const parts = [{ type: 'text' as const, text: 'All of it in short' }];
    const ended = { step, attempt: 1, parts, usage: noUsage, finishReason: 'stop' as const };
    const taskId = taskIdOf(ids.call(), 1);
    await put(
      log,
      child,
      { type: 'step.ended', data: ended },
      { type: 'thread.compacted', data: { step, throughSeq: 3, summary: 'All of it in short' } },
      { type: 'thread.reactivated', data: { parent: { ...(link ?? assert.fail('no link')), taskId }, turn: 1 } },
      message('steer north'),
    );
    assert.deepEqual(hitsOf(await ask(search, 'short')), []);
    const [hit] = hitsOf(await ask(search, 'steer'));
    assert.deepEqual([hit?.threadId, hit?.taskId], [child, taskId]);
  });

  test('[L11] the current title is found, before text below it', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const { threadId } = await openOne(log);
    await say(log, threadId, 'herring herring herring');
    await put(log, threadId, { type: 'chat.renamed', data: { title: 'Old herring' } });
    assert.deepEqual(kindsOf(await ask(search, 'herring')), ['title', 'message']);
    await put(log, threadId, { type: 'chat.renamed', data: { title: 'New cod' } });
    assert.deepEqual(kindsOf(await ask(search, 'herring')), ['message']);
    assert.equal((await ask(search, 'cod')).results[0]?.title, 'New cod');
  });

  test('[L11.4] better hits come first and among equal ones the newest, in pages that hold each once', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const { threadId } = await openOne(log);
    for (let count = 0; count < 7; count += 1) await say(log, threadId, `salmon number${count}`);
    await say(log, threadId, `${'filler '.repeat(40)}salmon`);
    const all = hitsOf(await ask(search, 'salmon', { limit: 100 })).map(({ snippet }) => snippet.text);
    assert.deepEqual(
      all.slice(0, 7),
      [6, 5, 4, 3, 2, 1, 0].map((count) => `salmon number${count}`),
    );
    const first = await ask(search, 'salmon', { limit: 5 });
    const second = await ask(search, 'salmon', { limit: 5, offset: Number(first.cursor?.slice(1)) });
    assert.deepEqual(
      [...hitsOf(first), ...hitsOf(second)].map(({ snippet }) => snippet.text),
      all,
    );
    assert.equal(second.cursor, null);
  });

  test('[L11.3][P1] another workspace is never searched', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const other = workspaceIdSchema.parse('ws_other');
    const theirs = ids.thread();
    accepted(await log.append(header('open-chat', other), [openChat(theirs)]));
    const mine = await openOne(log);
    assert.deepEqual(chatsOf(await ask(search, 'hello')), [mine.threadId]);
    assert.deepEqual(chatsOf(await ask(search, 'hello', {}, other)), [theirs]);
  });
}

function describeQuestions(createStore: () => Promise<SearchUnderTest>): void {
  test('[L11.1] words, phrases, excluded and unfinished words have their usual meaning', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const { threadId } = await openOne(log);
    const texts = ['red fishing boat', 'fishing red boat', 'red well-known boats', "O'Brien's café at 3.5 %"];
    for (const text of texts) await say(log, threadId, text);
    const found = async (words: string) =>
      hitsOf(await ask(search, words))
        .map(({ snippet }) => texts.indexOf(snippet.text))
        .sort();
    assert.deepEqual(await found('boat red'), [0, 1]);
    assert.deepEqual(await found('red boat'), [0, 1, 2], 'the last word may be unfinished');
    assert.deepEqual(await found('"red fishing"'), [0]);
    assert.deepEqual(await found('“fishing red” boat'), [1]);
    assert.deepEqual(await found('red -fishing'), [2]);
    assert.deepEqual(await found('red -"fishing boat"'), [1, 2]);
    assert.deepEqual(await found('boat -well-known red'), [0, 1]);
    assert.deepEqual(await found('fish'), [0, 1]);
    assert.deepEqual(await found('"fish"'), []);
    assert.deepEqual(await found('fish red'), [], 'only the last one may be');
    assert.deepEqual(await found('WELL KNOWN'), [2]);
    assert.deepEqual(await found('CAFE'), [3]);
    assert.deepEqual(await found("o'brien 3.5"), [3]);
    for (const nothing of ['', '   ', '-', '""', '-red', '"', '* OR (', 'zzz'])
      assert.deepEqual(await found(nothing), []);
  });

  test('[L11.1] every script is found: with and without points, in either direction, with and without spaces', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const { threadId } = await openOne(log);
    const pairs: [text: string, words: string][] = [
      ['מחירי הדירות בתל אביב עלו', 'הדירות אבי'],
      ['שָׁלוֹם לכולם', 'שלום'],
      ['צה״ל וארה"ב', 'וארה"ב'],
      ['أسعار المنازل في المدينة', 'المناز'],
      ['цены на жильё в Москве', 'жилье'],
      ['Οδός Ερμού', 'ΟΔΟΣ'],
      ['東京の家賃は上がりました', '家賃'],
      ['ราคาบ้านในกรุงเทพ', 'บ้าน'],
      ['किराया बढ़ गया', 'किराया'],
      ['Straße ĞÜZEL ﬁne 𝒜lpha', 'güzel fine'],
    ];
    for (const [text] of pairs) await say(log, threadId, text);
    for (const [text, words] of pairs) {
      const hits = hitsOf(await ask(search, words));
      assert.deepEqual(
        hits.map(({ snippet }) => snippet.text),
        [text],
        words,
      );
      assert.ok(marked(hits[0]).length > 0, words);
    }
    assert.deepEqual(marked(hitsOf(await ask(search, '家賃'))[0]), ['家賃']);
  });

  test('[L11.8] every query gets a reply, and marks are within the text', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const { threadId } = await openOne(log);
    const words = [
      'NEAR(a b)',
      'a" OR "b',
      "x' & !y:*",
      'AND',
      'NOT',
      '\\',
      'half \ud83d',
      'nul \0',
      '{col}:x ^y',
      '家賃a',
    ];
    for (const text of words) await say(log, threadId, text);
    const piece = fc.oneof(
      fc.constantFrom(...words, '"', '-', '*', '(', ')', ':', "'", '<->', '!', '|', '&', ' '),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const page = await ask(search, pieces.join(''));
        for (const { snippet } of hitsOf(page)) {
          for (const [from, to] of snippet.marks) assert.ok(from < to && to <= snippet.text.length);
        }
      }),
      { numRuns: 300, seed: 11 },
    );
    for (const text of words.slice(0, 4)) assert.ok(hitsOf(await ask(search, text)).length > 0, text);
  });

  test('[L11] a long text is found up to its end', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const { threadId } = await openOne(log);
    await say(log, threadId, `${'the sea and the '.repeat(10_000)}lighthouse ${'x'.repeat(30_000)} keeper`);
    assert.deepEqual(marked(hitsOf(await ask(search, 'lighthouse'))[0]), ['lighthouse']);
    assert.deepEqual(marked(hitsOf(await ask(search, 'keeper'))[0]), ['keeper']);
  });
}

function describeFollowing(createStore: () => Promise<SearchUnderTest>): void {
  test('[L11.2][U1.6] rewound text and children are no longer found; the rest is', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const { parent, children } = await delegated(log, 2);
    const { threadId } = parent;
    await endAll(log, threadId, children);
    await say(log, threadId, 'afterwards');
    assert.equal(hitsOf(await ask(search, 'part')).length, 2);
    const asked = parent.items.findLast((item) => item.type === 'message')?.seq ?? 0;
    await put(log, threadId, { type: 'thread.rewound', data: { toSeq: asked, isAsked: true } }, message('instead'));
    assert.deepEqual(kindsOf(await ask(search, 'part')), []);
    assert.deepEqual(kindsOf(await ask(search, 'done')), []);
    assert.deepEqual(kindsOf(await ask(search, 'afterwards')), []);
    assert.deepEqual(kindsOf(await ask(search, 'hello')), ['message']);
    assert.deepEqual(kindsOf(await ask(search, 'instead')), ['message']);
  });

  test('[L11.2] a step that started before the place of a rewind stays found', async () => {
    await using store = await createStore();
    const { log, search } = await opened(store);
    const begun = await begin(log, await openOne(log));
    await say(log, begun.threadId, 'meanwhile');
    const { seq } = await thread(log, begun.threadId);
    const parts = [{ type: 'text' as const, text: 'An early answer' }];
    const ended = { step: begun.steps, attempt: 1, parts, usage: noUsage, finishReason: 'stop' as const };
    await put(log, begun.threadId, { type: 'step.ended', data: ended });
    await put(log, begun.threadId, { type: 'thread.rewound', data: { toSeq: seq, isAsked: true } });
    assert.deepEqual(kindsOf(await ask(search, 'early')), ['answer']);
    assert.deepEqual(kindsOf(await ask(search, 'meanwhile')), ['message']);
  });

  test('[L11.2][L5] a hidden chat is not found, a restored one is, and a purged one is removed', async () => {
    await using store = await createStore();
    const { log, search, index } = await opened(store);
    const { parent, children } = await delegated(log, 2);
    await endAll(log, parent.threadId, children);
    const other = await openOne(log);
    await put(log, parent.threadId, { type: 'chat.hidden', data: {} });
    assert.deepEqual(chatsOf(await ask(search, 'hello')), [other.threadId]);
    await put(log, parent.threadId, { type: 'chat.restored', data: {} });
    assert.equal(chatsOf(await ask(search, 'hello')).length, 2);
    await put(log, parent.threadId, { type: 'chat.hidden', data: {} });
    await ask(search, 'hello');
    await search.forget(await log.purge(0));
    assert.deepEqual(chatsOf(await ask(search, 'hello')), [other.threadId]);
    assert.deepEqual(await contentOf(index()), await freshContent(log));
  });

  test('[L11.2] a purge that the index missed is detected', async () => {
    await using store = await createStore();
    const first = await opened(store);
    const { threadId } = await openOne(first.log);
    const unheard = await openOne(first.log);
    await put(first.log, threadId, { type: 'chat.hidden', data: {} });
    await ask(first.search, 'hello');
    await put(first.log, unheard.threadId, { type: 'chat.hidden', data: {} });
    assert.equal((await first.log.purge(0)).length, 2);
    await openOne(first.log);
    await first.search.close();
    const second = await opened(store, first.log);
    assert.equal(chatsOf(await ask(second.search, 'hello')).length, 1);
    assert.equal(chatsOf(await ask(second.search, 'hello')).length, 1);
    assert.deepEqual(await contentOf(second.index()), await freshContent(first.log));
  });

  test('[L11.5] cut off after any batch, the index continues; nothing is lost or duplicated', async () => {
    await using store = await createStore();
    const log = await store.openLog();
    const random = seededRandom(5);
    const chats: ThreadId[] = [];
    for (let count = 0; count < 60; count += 1) {
      if (count % 6 === 0) chats.push((await openOne(log)).threadId);
      const chat = chats[Math.floor(random() * chats.length)] ?? assert.fail('no chat');
      await say(log, chat, `word${count} ${'again '.repeat(Math.floor(random() * 3000))}`);
      if (count % 11 === 0) await put(log, chat, { type: 'chat.renamed', data: { title: `title ${count}` } });
      if (count % 13 === 0) await put(log, chat, { type: 'thread.rewound', data: { toSeq: 3, isAsked: false } });
    }
    const whole = await freshContent(log);
    for (let life = 0; ; life += 1) {
      const index = await store.openIndex();
      let moves = 0;
      const dying: SearchIndex = {
        place: () => index.place(),
        find: (...given) => index.find(...given),
        threads: (threadIds) => index.threads(threadIds),
        hiddenChats: () => index.hiddenChats(),
        forget: (rootIds) => index.forget(rootIds),
        clear: () => index.clear(),
        close: () => index.close(),
        move: async (...given: Parameters<SearchIndex['move']>) => {
          moves += 1;
          if (moves === 2) throw new Error('killed before the commit');
          const isMoved = await index.move(...given);
          if (life % 3 === 2) throw new Error('killed after the commit');
          return isMoved;
        },
      };
      const search = createSearch({ log, clock: systemClock, open: async () => dying });
      const isDone = await ask(search, 'again').then(
        () => true,
        () => false,
      );
      await search.close();
      if (isDone) break;
      assert.ok(life < 200, 'it comes to an end');
    }
    assert.deepEqual(await contentOf(await store.openIndex()), whole);
  });

  test('[L11.5] two indexers of the same log at once duplicate nothing', async () => {
    await using store = await createStore();
    const log = await store.openLog();
    const { threadId } = await openOne(log);
    for (let count = 0; count < 30; count += 1) await say(log, threadId, `word ${'again '.repeat(2000)}`);
    const searches = await Promise.all([opened(store, log), opened(store, log)]);
    const pages = await Promise.all(searches.map(({ search }) => ask(search, 'word', { limit: 100 })));
    assert.deepEqual(
      pages.map((page) => hitsOf(page).length),
      [30, 30],
    );
  });

  test('[L11.6] an index of another log is deleted and rebuilt', async () => {
    await using store = await createStore();
    await using elsewhere = await createStore();
    const theirs = await elsewhere.openLog();
    for (let count = 0; count < 5; count += 1) await openOne(theirs);
    const log = await store.openLog();
    const stale = createSearch({ log: theirs, clock: systemClock, open: () => store.openIndex() });
    assert.equal(chatsOf(await ask(stale, 'hello')).length, 5);
    await stale.close();
    const mine = await openOne(log);
    const { search } = await opened(store, log);
    assert.deepEqual(chatsOf(await ask(search, 'hello')), [mine.threadId]);
  });

  test('[L11.5] in the background the index follows a moment later; an old store is indexed without a search', async () => {
    await using store = await createStore();
    const log = await store.openLog();
    const clock = jumpingClock();
    for (let count = 0; count < 5; count += 1) await openOne(log);
    const { search, place } = await opened(store, log, clock);
    search.start();
    clock.jump(2000);
    await until(async () => (await place()) === (await log.feed.head()));
    await openOne(log);
    clock.jump(2000);
    await until(async () => (await place()) === (await log.feed.head()));
  });

  test('[L11.7] a search waits a few seconds for an index that is far behind, and says that it is incomplete', async () => {
    await using store = await createStore();
    const log = await store.openLog();
    for (let count = 0; count < 3; count += 1) {
      const { threadId } = await openOne(log);
      for (let more = 0; more < 5; more += 1) await say(log, threadId, `word ${'again '.repeat(11_000)}`);
    }
    let now = 0;
    const tick = () => {
      now += 2000;
      return now;
    };
    const clock: Clock = { ...systemClock, monotonicMs: () => tick() };
    const { search } = await opened(store, log, clock);
    const first = await ask(search, 'word', { limit: 100 });
    assert.equal(first.isComplete, false);
    let page = first;
    while (!page.isComplete) page = await ask(search, 'word', { limit: 100 });
    assert.ok(hitsOf(first).length < hitsOf(page).length);
    assert.equal(hitsOf(page).length, 15);
  });
}

async function opened(store: SearchUnderTest, given?: OpenedLog, clock: Clock = systemClock) {
  const log = given ?? (await store.openLog());
  let open: SearchIndex | null = null;
  const search = createSearch({
    log,
    clock,
    open: async () => {
      open = await store.openIndex();
      return open;
    },
  });
  const index = () => open ?? assert.fail('not opened');
  return { log, search, index, place: async () => (await open?.place())?.position ?? 0 };
}

function ask(
  search: Search,
  text: string,
  page: { limit?: number; offset?: number } = {},
  workspaceId: WorkspaceId = localWorkspaceId,
): Promise<SearchPage> {
  return search.find(workspaceId, { text, limit: 20, offset: 0, ...page });
}

function hitsOf({ results }: SearchPage): SearchHit[] {
  return results.flatMap(({ hits }) => hits);
}

function kindsOf(page: SearchPage): string[] {
  return hitsOf(page).map(({ kind }) => kind);
}

function chatsOf({ results }: SearchPage): ThreadId[] {
  return results.map(({ chatId }) => chatId);
}

function marked(hit: SearchHit | undefined): string[] {
  return hit?.snippet.marks.map(([from, to]) => hit.snippet.text.slice(from, to)) ?? [];
}

async function put(log: OpenedLog, threadId: ThreadId, ...facts: Fact[]): Promise<void> {
  accepted(await log.append(header(), [{ threadId, guard: 'exists', facts }]));
}

function cut(step: number, text: string, final: boolean): Fact {
  const parts = [{ type: 'text' as const, text }];
  const place = { step, attempt: 1, reason: 'stopped', message: { code: 'canceled' } } as const;
  return { type: 'step.cut', data: { ...place, parts, usage: noUsage, final, retryAt: null } };
}

/** Everything in an index that queries can show. */
async function contentOf(index: SearchIndex): Promise<unknown> {
  const words = ['hello', 'word', 'again', 'part', 'done', 'title', 'a', 'chat'];
  const found = await Promise.all(
    words.map((word) => {
      const query = { all: [{ words: [word], isOpen: true }], none: [] };
      return index.find(localWorkspaceId, query, { limit: 10_000, offset: 0 });
    }),
  );
  const inOrder = found.map((hits) =>
    hits.sort((left, right) => left.position - right.position || left.section - right.section),
  );
  return { found: inOrder, hidden: await index.hiddenChats() };
}

/** The content of an index that has read the log at once. */
async function freshContent(log: OpenedLog): Promise<unknown> {
  const index = openMemoryIndex();
  const search = createSearch({ log, clock: systemClock, open: async () => index });
  await ask(search, 'x');
  return contentOf(index);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}
