import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEvent, ThreadId } from '@retinue/protocol';
import { isRefusal, localWorkspaceId, owes, refuse } from '@retinue/protocol';
import { noFailpoints } from '../../packages/server/src/log/failpoints.ts';
import { accepted, codeOf } from '../support/apps/replies.ts';
import { delegateTo, header, message } from '../support/stores/facts.ts';
import { begin, delegated, endAll, openOne, say, textsOf, thread, tryBegin } from './moves.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export function describeGroups(createStore: () => Promise<StoreUnderTest>): void {
  test('[E3] 500 children end at once: none is refused, and the parent owes exactly one step', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent, children } = await delegated(log, 500);
    const results = await endAll(log, parent.threadId, children);
    assert.equal(results.filter(isRefusal).length, 0);
    const after = await thread(log, parent.threadId);
    assert.equal(after.openCalls.length, 0);
    assert.equal(owes(after), 'step');
    const begun = await Promise.all([1, 2, 3].map(() => tryBegin(log, after)));
    assert.deepEqual(
      begun.map((result) => codeOf(result) ?? 'begun'),
      ['begun', 'stale-epoch', 'stale-epoch'],
    );
  });

  test('[L1] a refused or failing append does not affect others in the same commit', async () => {
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

  test('[L21] an append that cannot be written fails alone, and the others of its commit are kept', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const unwritable = { hash: 'sha256-x', content: null as never };
    const written = Array.from({ length: 64 }, (_, index) =>
      log.append(index === 20 ? { ...header(), blobs: [unwritable] } : header(), [
        { threadId: chat.threadId, guard: 'exists', facts: [message(`message ${index}`)] },
      ]),
    );
    const results = await Promise.allSettled(written);
    const failed = results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
    assert.deepEqual(failed, [20]);
    const texts = Array.from({ length: 64 }, (_, index) => `message ${index}`).toSpliced(20, 1);
    assert.deepEqual(textsOf(await thread(log, chat.threadId)), ['hello', ...texts]);
    await log.close();
    assert.deepEqual(await store.findings(), []);
  });

  test('[L80] a decision that is called again returns the reply of the committed call, also to a repeated request', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const unwritable = { hash: 'sha256-x', content: null as never };
    const idempotency = { key: 'k', request: 'say it' };
    let calls = 0;
    const decide = () =>
      log.decideWithReply({ ...header(), idempotency }, [chat.threadId], (view) => {
        calls += 1;
        view.unfinishedBelow(chat.threadId);
        const text = `call ${calls}`;
        return { entries: [{ threadId: chat.threadId, guard: 'exists', facts: [message(text)] }], reply: { text } };
      });
    const place = { kind: 'set-up', id: 'one' } as const;
    const change = () =>
      log.records.changeWithReply({ workspaceId: localWorkspaceId }, place, () => {
        calls += 1;
        return { kept: { calls }, reply: { calls } };
      });
    const failing = log.append({ ...header(), blobs: [unwritable] }, []);
    const [, decided, changed] = await Promise.all([assert.rejects(failing), decide(), change()]);
    assert.ok(calls > 3, 'the group was tried again in halves, and rows were read for the decision');
    const reply = accepted(decided).reply;
    assert.deepEqual(textsOf(await thread(log, chat.threadId)), ['hello', reply.text]);
    const kept = await log.records.get(localWorkspaceId, 'set-up', 'one');
    assert.deepEqual(accepted(changed).reply, kept?.data);
    const repeated = await decide();
    const { isRepeated, reply: told } = accepted(repeated);
    assert.deepEqual([isRepeated, told], [true, reply]);
  });

  test('[A1] a failed COMMIT rejects all appends in it and leaves states, readers and wakes unchanged', async () => {
    await using store = await createStore();
    let failing = false;
    const log = await store.open({
      hit: (place) => {
        if (failing && place.startsWith('before:')) throw new Error('the disk is gone');
      },
    });
    const chat = await openOne(log);
    const seen: LogEvent[] = [];
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
      log.decide(header('cancel-chat'), [rootId], (view) => {
        seen = view.unfinishedBelow(rootId).map((state) => state.threadId);
        tasks = view.tasksOfTurn(rootId, begun.turn);
        return refuse('nothing-to-cancel', { id: rootId });
      }),
    ]);
    assert.deepEqual(seen.sort(), [rootId, ...children.map((child) => child.threadId)].sort());
    assert.equal(tasks, 3);
  });
}
