import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Event, Fact, ThreadId, ThreadState } from '@retinue/protocol';
import { findCall, fold, foldTree, localWorkspaceId, owes, refuse, workspaceIdSchema } from '@retinue/protocol';
import type { Failpoints } from '../../packages/server/src/log/failpoints.ts';
import { noFailpoints } from '../../packages/server/src/log/failpoints.ts';
import type { Finding } from '../../packages/server/src/log/verify-finding.ts';
import type { Appended, AppendResult, EventLog } from '../../packages/server/src/ports/event-log.ts';
import { delegateTo, endChild, endStep, header, ids, message, openChat, startStep } from '../support/facts.ts';

/** A store under test: it can be opened again after it was closed, and holds what it held. */
export interface StoreUnderTest extends AsyncDisposable {
  open(failpoints: Failpoints): Promise<EventLog>;
  /** What does not hold in it, the projections among it: they are computed anew from the log and compared. */
  findings(): Promise<Finding[]>;
}

/** What every log must do, whatever it is made of. */
export function describeEventLog(name: string, createStore: () => Promise<StoreUnderTest>): void {
  describe(`event log on ${name}`, () => {
    describeAppends(createStore);
    describeGuards(createStore);
    describeGroups(createStore);
    describeReading(createStore);
    describeRequests(createStore);
  });
}

function describeAppends(createStore: () => Promise<StoreUnderTest>): void {
  test('[L1] an append over several threads is all or nothing', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const other = ids.thread();
    const refused = await log.append(header(), [
      openChat(other),
      { threadId: chat.threadId, guard: { epoch: 99 }, facts: [message('late')] },
    ]);
    assert.equal(refused.refusal?.code, 'stale-epoch');
    assert.equal(await log.thread(localWorkspaceId, other), null);
    assert.equal((await thread(log, chat.threadId)).seq, chat.seq);
  });

  test('[L1] seq is gap-free in every thread and positions rise in the order of the commits', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chats = await Promise.all(Array.from({ length: 20 }, () => openOne(log)));
    await Promise.all(
      chats.flatMap(({ threadId }) => [1, 2, 3].map((count) => say(log, threadId, `message ${count}`))),
    );
    const events = await log.read({ workspaceId: localWorkspaceId, after: 0, limit: 1000 });
    for (const { threadId } of chats) {
      const seqs = events.filter((event) => event.threadId === threadId).map((event) => event.seq);
      assert.deepEqual(
        seqs,
        seqs.map((_, index) => index + 1),
      );
    }
    const positions = events.map((event) => event.position);
    assert.deepEqual(
      positions,
      [...new Set(positions)].sort((left, right) => left - right),
    );
  });

  test('[A1] what was acknowledged is there when the store is opened again', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    await say(log, chat.threadId, 'again');
    const before = await thread(log, chat.threadId);
    await log.close();
    const reopened = await store.open(noFailpoints);
    assert.deepEqual(await reopened.thread(localWorkspaceId, chat.threadId), before);
  });

  test('[L8] projections rebuilt from the log equal the stored ones, byte for byte', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent, children } = await delegated(log, 5);
    await endAll(log, parent.threadId, children.slice(0, 3));
    const [running, stopped] = children.slice(3);
    if (!running || !stopped) assert.fail('five children');
    await begin(log, await thread(log, running));
    await log.append(header(), [
      { threadId: stopped, guard: 'exists', facts: [{ type: 'thread.cancelled', data: { reason: 'x' } }] },
    ]);
    const findings = await store.findings();
    assert.deepEqual(
      findings.filter(({ rule }) => rule === 'projection'),
      [],
    );
  });

  test('[A5] half a character and a NUL, as a model may write them, are kept and make no difference to a rebuild', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const odd = 'half \ud83d and \0';
    const begun = await begin(log, await openOne(log));
    const callId = ids.call();
    const place = { callId, step: 1 };
    const facts: Fact[] = [
      endStep(begun, [callId]),
      {
        type: 'call.requested',
        data: { ...place, name: odd, args: { odd }, effect: 'read', taskId: null, subAgentThreadId: null },
      },
      { type: 'call.ended', data: { ...place, status: 'failed', output: null, error: odd } },
    ];
    accepted(await log.append(header(), [{ threadId: begun.threadId, guard: 'exists', facts }]));
    const found = await store.findings();
    assert.deepEqual(
      found.filter(({ rule }) => rule === 'projection'),
      [],
    );
    await log.close();
    const again = await thread(await store.open(noFailpoints), begun.threadId);
    assert.deepEqual(findCall(again, 1, callId)?.args, { odd });
  });
}

function describeGuards(createStore: () => Promise<StoreUnderTest>): void {
  test('[E1] a stale worker can no longer write: its epoch has been raised', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const first = await begin(log, chat);
    const recovered: Fact = { type: 'thread.recovered', data: { inDoubt: [] } };
    await log.append(header('recover'), [
      { threadId: chat.threadId, guard: { epoch: first.epoch }, facts: [recovered] },
    ]);
    const late = await log.append(header('end-step'), [
      { threadId: chat.threadId, guard: { epoch: first.epoch }, facts: [endStep(first)] },
    ]);
    assert.equal(late.refusal?.code, 'stale-epoch');
    assert.equal((await thread(log, chat.threadId)).epoch, first.epoch + 1);
  });

  test('[S4] the first end of a call wins, and a second is refused', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent } = await delegated(log, 1);
    const callId = parent.openCalls[0]?.callId ?? assert.fail('no open call');
    const ended = { type: 'call.ended', data: { callId, step: 1, status: 'done', output: null, error: null } } as const;
    const entry = { threadId: parent.threadId, guard: { callOpen: callId }, facts: [ended] };
    const results = await Promise.all([
      log.append(header('end-call'), [entry]),
      log.append(header('end-call'), [entry]),
    ]);
    assert.deepEqual(
      results.map((result) => result.refusal?.code ?? 'accepted'),
      ['accepted', 'call-closed'],
    );
  });

  test('[E2] an incoming message is never refused because something else happened, and nothing recreates a thread', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { threadId } = await openOne(log);
    await say(log, threadId, 'meanwhile');
    assert.equal((await log.append(header(), [{ threadId, guard: 'exists', facts: [message('fine')] }])).refusal, null);
    assert.equal((await log.append(header('open-chat'), [openChat(threadId)])).refusal?.code, 'thread-exists');
    const nowhere = ids.thread();
    const missing = await log.append(header(), [{ threadId: nowhere, guard: 'exists', facts: [message('hello?')] }]);
    assert.equal(missing.refusal?.code, 'no-such-thread');
  });

  test('[P1] a thread of another workspace is not there: neither to read nor to write', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const elsewhere = workspaceIdSchema.parse('ws_elsewhere');
    const entry = { threadId: chat.threadId, guard: 'exists', facts: [message('from afar')] } as const;
    assert.equal((await log.append(header('receive-message', elsewhere), [entry])).refusal?.code, 'no-such-thread');
    assert.equal(await log.thread(elsewhere, chat.threadId), null);
    assert.deepEqual(await log.read({ workspaceId: elsewhere, rootId: chat.threadId, after: 0, limit: 10 }), []);
    assert.deepEqual(await log.chats(elsewhere, { limit: 10, offset: 0 }), []);
  });
}

function describeGroups(createStore: () => Promise<StoreUnderTest>): void {
  test('[E3] 500 children end at once: none is refused, and the parent owes exactly one step', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent, children } = await delegated(log, 500);
    const results = await endAll(log, parent.threadId, children);
    assert.equal(results.filter((result) => result.refusal).length, 0);
    const after = await thread(log, parent.threadId);
    assert.equal(after.openCalls.length, 0);
    assert.equal(owes(after), 'step');
    const begun = await Promise.all([1, 2, 3].map(() => tryBegin(log, after)));
    assert.deepEqual(
      begun.map((result) => result.refusal?.code ?? 'begun'),
      ['begun', 'stale-epoch', 'stale-epoch'],
    );
  });

  test('[L1] a refused or failing append leaves its neighbours in the same commit alone', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const failing = () => {
      throw new Error('a bug in a decision');
    };
    const [before, refused, broken, after] = await Promise.allSettled([
      say(log, chat.threadId, 'one'),
      log.append(header(), [{ threadId: chat.threadId, guard: { epoch: 7 }, facts: [message('stale')] }]),
      log.decide(header(), [chat.threadId], failing),
      say(log, chat.threadId, 'two'),
    ]);
    assert.deepEqual(
      [before, refused, broken, after].map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(textsOf(await thread(log, chat.threadId)), ['hello', 'one', 'two']);
  });

  test('[A1] a failed COMMIT rejects everybody in it and leaves states, readers and wakes unmoved', async () => {
    await using store = await createStore();
    let failing = false;
    const log = await store.open({
      hit: (place) => {
        if (failing && place === 'before:receive-message') throw new Error('the disk is gone');
      },
    });
    const chat = await openOne(log);
    const seen: Event[] = [];
    using _subscription = log.subscribe(({ events }) => seen.push(...events));
    failing = true;
    const results = await Promise.allSettled([
      say(log, chat.threadId, 'one'),
      say(log, chat.threadId, 'two'),
      openOne(log),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.deepEqual(await log.thread(localWorkspaceId, chat.threadId), chat);
    assert.equal(seen.length, 0);
    assert.deepEqual(
      (await log.owing(Date.now())).map((wake) => wake.threadId),
      [chat.threadId],
    );
    failing = false;
    await say(log, chat.threadId, 'three');
    assert.deepEqual(textsOf(await thread(log, chat.threadId)), ['hello', 'three']);
    assert.deepEqual(
      seen.map((event) => event.seq),
      [chat.seq + 1],
    );
  });

  test('[D12] a decision about a subtree sees a child that was opened a moment before it, in the same commit', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const begun = await begin(log, await openOne(log));
    const { own, children } = delegateTo(begun, 3);
    const rootId = begun.threadId;
    let seen: ThreadId[] = [];
    let tasks = 0;
    await Promise.all([
      log.append(header('end-step'), [{ threadId: rootId, guard: { epoch: begun.epoch }, facts: own }, ...children]),
      log.decide(header('cancel'), [rootId], (view) => {
        seen = view.unfinishedBelow(rootId).map((state) => state.threadId);
        tasks = view.tasksOfTurn(rootId, begun.turn);
        return refuse('nothing-to-cancel', rootId);
      }),
    ]);
    assert.deepEqual(seen.sort(), [rootId, ...children.map((child) => child.threadId)].sort());
    assert.equal(tasks, 3);
  });
}

function describeReading(createStore: () => Promise<StoreUnderTest>): void {
  test('[S3] a reader that pages by position gets what a subscriber was told, nothing lost and nothing repeated', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const watched: Event[] = [];
    using _subscription = log.subscribe(({ events }) => watched.push(...events));
    const { parent, children } = await delegated(log, 4);
    await endAll(log, parent.threadId, children);
    const paged: Event[] = [];
    for (let after = 0; ; after = paged.at(-1)?.position ?? after) {
      const page = await log.read({ workspaceId: localWorkspaceId, rootId: parent.threadId, after, limit: 3 });
      if (page.length === 0) break;
      paged.push(...page);
    }
    assert.deepEqual(paged, watched);
    const own = paged.filter((event) => event.threadId === parent.threadId);
    assert.deepEqual(fold(null, own), await thread(log, parent.threadId));
    assert.deepEqual(
      await log.read({ workspaceId: localWorkspaceId, threadId: parent.threadId, after: 0, limit: 1000 }),
      own,
    );
  });

  test('[S2] a tree comes folded as its events say, from what is kept in memory and from the store alike', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent, children } = await delegated(log, 12);
    await endAll(log, parent.threadId, children.slice(0, 5));
    const events = await log.read({ workspaceId: localWorkspaceId, rootId: parent.threadId, after: 0, limit: 10_000 });
    const expected = foldTree(null, events);
    assert.deepEqual(await log.tree(localWorkspaceId, parent.threadId), expected);
    await log.close();
    const reopened = await store.open(noFailpoints);
    assert.deepEqual(await reopened.tree(localWorkspaceId, parent.threadId), expected);
    assert.deepEqual(await reopened.tree(localWorkspaceId, parent.threadId), expected);
    assert.equal(await reopened.tree(workspaceIdSchema.parse('ws_elsewhere'), parent.threadId), null);
  });

  test('[E4] a thread that owes work is woken after the commit and found by the sweep; one that rests is not', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const wakes: ThreadId[][] = [];
    using _subscription = log.subscribe((commit) => wakes.push(commit.wakes.map((wake) => wake.threadId).sort()));
    const { parent, children } = await delegated(log, 2);
    assert.deepEqual(wakes.at(-1), [...children].sort());
    assert.deepEqual((await log.owing(Date.now())).map((wake) => wake.threadId).sort(), [...children].sort());
    await endAll(log, parent.threadId, children);
    assert.deepEqual(
      (await log.owing(Date.now())).map((wake) => wake.threadId),
      [parent.threadId],
    );
  });

  test('[L6] only chats are listed, newest first, never their children', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent } = await delegated(log, 3);
    const rows = await log.chats(localWorkspaceId, { limit: 100, offset: 0 });
    assert.deepEqual(
      rows.map(({ threadId, tasks, status }) => ({ threadId, tasks, status })),
      [{ threadId: parent.threadId, tasks: 3, status: 'active' }],
    );
    assert.deepEqual(await log.chats(localWorkspaceId, { limit: 100, offset: 1 }), []);
  });

  test('[L2] a task is found by its id, with the thread that asked and the thread that works', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent, children } = await delegated(log, 1);
    const taskId = parent.openTasks[0]?.taskId ?? assert.fail('no open task');
    const row = await log.findTask(localWorkspaceId, taskId);
    assert.deepEqual([row?.parentThreadId, row?.childThreadId, row?.status], [parent.threadId, children[0], 'pending']);
    await begin(log, await thread(log, children[0] ?? assert.fail('no child')));
    assert.equal((await log.findTask(localWorkspaceId, taskId))?.status, 'running');
  });

  test('[L3] a blob is kept under its hash, in one append with what refers to it', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { threadId } = await openOne(log);
    const blobs = [{ hash: 'abc', content: 'a large result' }];
    for (const text of ['one', 'two']) {
      accepted(await log.append({ ...header(), blobs }, [{ threadId, guard: 'exists', facts: [message(text)] }]));
    }
    assert.equal(await log.getBlob('abc'), 'a large result');
    const refused = [{ hash: 'def', content: 'of a refused append' }];
    await log.append({ ...header(), blobs: refused }, [{ threadId, guard: { epoch: 9 }, facts: [message('late')] }]);
    assert.equal(await log.getBlob('def'), null);
    assert.equal(await log.getBlob('0'.repeat(64)), null);
  });
}

function describeRequests(createStore: () => Promise<StoreUnderTest>): void {
  test('[A6] the same request twice has one effect and one answer, also after the store was opened again', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const once = { key: 'k1', request: 'say hello', reply: () => '{"answer":1}' };
    const send = (target: EventLog, request: typeof once) =>
      target.append({ ...header(), once: request }, [
        { threadId: chat.threadId, guard: 'exists', facts: [message('once')] },
      ]);
    const results = await Promise.all(Array.from({ length: 50 }, () => send(log, once)));
    assert.equal(results.filter((result) => (result as Appended).events.length > 0).length, 1);
    assert.equal(results.filter((result) => (result as Appended).repeated === once.reply()).length, 49);
    assert.equal((await send(log, { ...once, request: 'another' })).refusal?.code, 'key-reused');
    await log.close();
    const reopened = await store.open(noFailpoints);
    assert.equal(((await send(reopened, once)) as Appended).repeated, once.reply());
    assert.deepEqual(textsOf(await thread(reopened, chat.threadId)), ['hello', 'once']);
  });
}

async function openOne(log: EventLog): Promise<ThreadState> {
  const threadId = ids.thread();
  accepted(await log.append(header('open-chat'), [openChat(threadId)]));
  return thread(log, threadId);
}

async function say(log: EventLog, threadId: ThreadId, text: string): Promise<void> {
  accepted(await log.append(header(), [{ threadId, guard: 'exists', facts: [message(text)] }]));
}

function tryBegin(log: EventLog, state: ThreadState): Promise<AppendResult> {
  const entry = { threadId: state.threadId, guard: { epoch: state.epoch }, facts: [startStep(state)] };
  return log.append(header('start-step'), [entry]);
}

async function begin(log: EventLog, state: ThreadState): Promise<ThreadState> {
  accepted(await tryBegin(log, state));
  return thread(log, state.threadId);
}

async function delegated(log: EventLog, count: number): Promise<{ parent: ThreadState; children: ThreadId[] }> {
  const begun = await begin(log, await openOne(log));
  const { own, children } = delegateTo(begun, count);
  accepted(
    await log.append(header('end-step'), [
      { threadId: begun.threadId, guard: { epoch: begun.epoch }, facts: own },
      ...children,
    ]),
  );
  return { parent: await thread(log, begun.threadId), children: children.map((child) => child.threadId) };
}

function endAll(log: EventLog, parentId: ThreadId, children: readonly ThreadId[]): Promise<AppendResult[]> {
  return Promise.all(
    children.map((childId) =>
      log.decide(header('end-step'), [childId, parentId], (view) =>
        endChild(view.thread(childId) ?? assert.fail('no child'), view.thread(parentId)),
      ),
    ),
  );
}

async function thread(log: EventLog, threadId: ThreadId): Promise<ThreadState> {
  return (await log.thread(localWorkspaceId, threadId)) ?? assert.fail(`no thread ${threadId}`);
}

function accepted(result: AppendResult): void {
  assert.equal(result.refusal, null);
}

function textsOf(state: ThreadState): string[] {
  return state.items.flatMap((item) => (item.type === 'message' && item.from === 'person' ? [item.text] : []));
}
