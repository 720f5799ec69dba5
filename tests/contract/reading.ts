import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { LogEvent, ThreadId } from '@retinue/protocol';
import { fold, foldTree, localWorkspaceId, workspaceIdSchema } from '@retinue/protocol';
import { noFailpoints } from '../../packages/server/src/log/failpoints.ts';
import type { Appended } from '../../packages/server/src/ports/log/event-log.ts';
import type { OpenedLog } from '../../packages/server/src/ports/log/opened-log.ts';
import { accepted, codeOf } from '../support/apps/replies.ts';
import { header, message } from '../support/stores/facts.ts';
import { begin, delegated, endAll, openOne, textsOf, thread } from './moves.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export function describeReading(createStore: () => Promise<StoreUnderTest>): void {
  test('[S3] a reader that pages by position gets the same as a subscriber, nothing lost and nothing repeated', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const watched: LogEvent[] = [];
    using _subscription = log.subscribe(({ events }) => watched.push(...events));
    const { parent, children } = await delegated(log, 4);
    await endAll(log, parent.threadId, children);
    const paged: LogEvent[] = [];
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

  test('[L79] a closed store says so, whatever the request', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent } = await delegated(log, 1);
    await log.close();
    const asked = [
      () => log.readModels.chats(localWorkspaceId, { limit: 10 }),
      () => log.read({ workspaceId: localWorkspaceId, rootId: parent.threadId, after: 0, limit: 3 }),
      () => log.readModels.stats(localWorkspaceId, {}),
      () => log.readModels.openQuestions(localWorkspaceId),
      () => log.records.list(localWorkspaceId, 'agent'),
      () => log.append(header(), [{ threadId: parent.threadId, guard: 'exists', facts: [message('Still there?')] }]),
    ];
    for (const [index, ask] of asked.entries()) await assert.rejects(ask, { code: 'closed' }, `number ${index}`);
  });

  test('[S2] a tree is the fold of its events, from memory and from the store alike', async () => {
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
    const rows = await log.readModels.chats(localWorkspaceId, { limit: 100, offset: 0 });
    assert.deepEqual(
      rows.map(({ threadId, tasks, status }) => ({ threadId, tasks, status })),
      [{ threadId: parent.threadId, tasks: 3, status: 'active' }],
    );
    assert.deepEqual(await log.readModels.chats(localWorkspaceId, { limit: 100, offset: 1 }), []);
  });

  test("[L2] a task is found by its id, with its parent's thread and its child's", async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent, children } = await delegated(log, 1);
    const taskId = parent.openTasks[0]?.taskId ?? assert.fail('no open task');
    const row = await log.readModels.findTask(localWorkspaceId, taskId);
    assert.deepEqual([row?.parentThreadId, row?.childThreadId, row?.status], [parent.threadId, children[0], 'pending']);
    await begin(log, await thread(log, children[0] ?? assert.fail('no child')));
    assert.equal((await log.readModels.findTask(localWorkspaceId, taskId))?.status, 'running');
  });

  test('[L3] a blob is stored under its hash, in one append with its references', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { threadId } = await openOne(log);
    const blobs = [{ hash: hashOf('a large result'), content: 'a large result' }];
    for (const text of ['one', 'two']) {
      accepted(await log.append({ ...header(), blobs }, [{ threadId, guard: 'exists', facts: [message(text)] }]));
    }
    assert.equal(await log.feed.getBlob(hashOf('a large result')), 'a large result');
    const refused = [{ hash: 'def', content: 'of a refused append' }];
    await log.append({ ...header(), blobs: refused }, [{ threadId, guard: { epoch: 9 }, facts: [message('late')] }]);
    assert.equal(await log.feed.getBlob('def'), null);
    assert.equal(await log.feed.getBlob('0'.repeat(64)), null);
  });
}

export function describeRequests(createStore: () => Promise<StoreUnderTest>): void {
  test('[A6] the same request twice has one effect and one reply, also after the store was opened again', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const idempotency = { key: 'k1', request: 'say hello' };
    const send = (target: OpenedLog, request: typeof idempotency, answer = 1) =>
      target.decideWithReply({ ...header(), idempotency: request }, [chat.threadId], () => ({
        entries: [{ threadId: chat.threadId, guard: 'exists', facts: [message('once')] }],
        reply: { answer },
      }));
    const results = await Promise.all(Array.from({ length: 50 }, () => send(log, idempotency)));
    assert.equal(results.filter((result) => (result as Appended).events.length > 0).length, 1);
    assert.equal(results.filter((result) => (result as Appended).isRepeated).length, 49);
    assert.equal(codeOf(await send(log, { ...idempotency, request: 'another' })), 'key-reused');
    await log.close();
    const reopened = await store.open(noFailpoints);
    assert.deepEqual(((await send(reopened, idempotency, 2)) as Appended).reply, { answer: 1 });
    assert.deepEqual(textsOf(await thread(reopened, chat.threadId)), ['hello', 'once']);
  });
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
