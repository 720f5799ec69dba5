import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Fact, OpenTask, ThreadId, ThreadState } from '@retinue/protocol';
import { addUsage, localWorkspaceId, noUsage, viewTree } from '@retinue/protocol';
import { noFailpoints } from '../../packages/server/src/log/failpoints.ts';
import type { OpenedLog } from '../../packages/server/src/ports/log/opened-log.ts';
import { accepted, codeOf } from '../support/apps/replies.ts';
import { endStep, header, ids, message, openChat } from '../support/stores/facts.ts';
import { begin, delegated, endAll, openOne, say, textsOf, thread } from './moves.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export function describeChats(createStore: () => Promise<StoreUnderTest>): void {
  test('[L6] pinned chats come first, then the newest; pages by place hold every chat once', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const opened: ThreadId[] = [];
    for (let count = 0; count < 7; count += 1) opened.push((await openOne(log)).threadId);
    const [second, fifth] = [opened[1], opened[4]];
    if (!second || !fifth) assert.fail('seven chats');
    for (const threadId of [second, fifth])
      await tell(log, threadId, { type: 'chat.pinned', data: { isPinned: true } });
    const all = await log.readModels.chats(localWorkspaceId, { limit: 100 });
    assert.deepEqual(new Set(all.slice(0, 2).map(({ threadId }) => threadId)), new Set([second, fifth]));
    assert.deepEqual(
      all.map(({ isPinned }) => isPinned),
      [true, true, false, false, false, false, false],
    );
    const unpinned = all.slice(2).map(({ openedAt }) => openedAt);
    assert.deepEqual(
      unpinned,
      unpinned.toSorted((left, right) => right - left),
    );
    const paged: ThreadId[] = [];
    for (let before: (typeof all)[number] | null = null; ; ) {
      const page = await log.readModels.chats(localWorkspaceId, { limit: 3, before });
      paged.push(...page.map(({ threadId }) => threadId));
      before = page.at(-1) ?? null;
      if (!before) break;
    }
    assert.deepEqual(
      paged,
      all.map(({ threadId }) => threadId),
    );
    assert.deepEqual(await log.readModels.chats(localWorkspaceId, { limit: 2, offset: 3 }), all.slice(3, 5));
  });

  test('[L6] a chat is found by a part of its title, whatever its case and whatever characters it has', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    for (const title of ['Rents in ÅLESUND', '100% of _it_', 'back\\slash', "O'Brien"]) {
      const { threadId } = await openOne(log);
      await tell(log, threadId, { type: 'chat.renamed', data: { title } });
    }
    const found = async (title: string) =>
      (await log.readModels.chats(localWorkspaceId, { limit: 9, title })).map((chat) => chat.title);
    assert.deepEqual(await found('åles'), ['Rents in ÅLESUND']);
    assert.deepEqual(await found('0% OF'), ['100% of _it_']);
    assert.deepEqual(await found('_IT_'), ['100% of _it_']);
    assert.deepEqual(await found('%'), ['100% of _it_']);
    assert.deepEqual(await found('k\\s'), ['back\\slash']);
    assert.deepEqual(await found("o'b"), ["O'Brien"]);
    assert.deepEqual(await found('a_b'), []);
    assert.equal((await found('')).length, 4);
  });

  test('[L6] a chat shows the status and cost of its tree', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent, children } = await delegated(log, 3);
    await endAll(log, parent.threadId, children.slice(0, 1));
    await begin(log, await thread(log, children[1] ?? assert.fail('no child')));
    const tree = (await log.tree(localWorkspaceId, parent.threadId)) ?? assert.fail('no tree');
    const chat = await log.readModels.chat(localWorkspaceId, parent.threadId);
    const { agentId, tasks, openTasks, openQuestions, usage } = chat ?? assert.fail('no chat');
    assert.deepEqual([agentId, tasks, openTasks, openQuestions], [parent.agent.agentId, 3, 2, 0]);
    assert.deepEqual(usage, viewTree(tree)?.usage);
    assert.deepEqual(
      usage,
      Object.values(tree.threads).reduce((sum, state) => addUsage(sum, state.usage), noUsage),
    );
    assert.deepEqual(await log.readModels.chats(localWorkspaceId, { limit: 9 }), [chat]);
    assert.equal(await log.readModels.chat(localWorkspaceId, children[0] ?? assert.fail('no child')), null);
  });

  test('[U1.6] a rewind leaves rows that a rebuild reproduces, including those of removed tasks', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent, children } = await delegated(log, 2);
    const { threadId } = parent;
    await endAll(log, threadId, children);
    const asked = parent.items.findLast((item) => item.type === 'message')?.seq ?? 0;
    const rewound: Fact = { type: 'thread.rewound', data: { toSeq: asked, isAsked: true } };
    await tell(log, threadId, rewound);
    const after = await thread(log, threadId);
    assert.deepEqual([after.items.length, after.steps, after.status], [2, 1, 'active']);
    assert.deepEqual(await store.findings(), []);
    const again = await begin(log, after);
    const { callId, step, taskId } = firstLink(parent);
    await tell(log, threadId, { type: 'call.late', data: { callId, step, status: 'done', output: null, error: null } });
    assert.deepEqual((await thread(log, threadId)).items, again.items, 'late news of what was taken back');
    assert.equal((await log.readModels.findTask(localWorkspaceId, taskId))?.status, 'success');
    assert.deepEqual(await store.findings(), []);
  });
}

export function describePurge(createStore: () => Promise<StoreUnderTest>): void {
  test('[L5] a purge removes the chats that were hidden before, completely and nothing else', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { parent, children } = await delegated(log, 3);
    await endAll(log, parent.threadId, children);
    const other = await openOne(log);
    const later = await openOne(log);
    const [shared, own] = ['shared', 'own'].map((content) => ({ hash: hashOf(content), content }));
    if (!shared || !own) assert.fail('two blobs');
    await endWithBlobs(log, parent.threadId, [shared, own]);
    await endWithBlobs(log, other.threadId, [shared]);
    await hide(log, parent.threadId);
    assert.deepEqual(await log.purge(60_000), [], 'not before its time');
    assert.deepEqual(await log.purge(0), [parent.threadId]);
    for (const threadId of [parent.threadId, ...children]) {
      assert.equal(await log.thread(localWorkspaceId, threadId), null);
      const late = await log.append(header(), [{ threadId, guard: 'exists', facts: [message('late')] }]);
      assert.equal(codeOf(late), 'no-such-thread');
    }
    assert.equal(await log.tree(localWorkspaceId, parent.threadId), null);
    assert.equal(await log.readModels.findTask(localWorkspaceId, firstLink(parent).taskId), null);
    const left = await log.read({ workspaceId: localWorkspaceId, after: 0, limit: 1000 });
    assert.deepEqual(new Set(left.map(({ rootId }) => rootId)), new Set([other.threadId, later.threadId]));
    assert.deepEqual([await log.feed.getBlob(shared.hash), await log.feed.getBlob(own.hash)], ['shared', null]);
    assert.deepEqual(await store.findings(), []);
    await say(log, other.threadId, 'still here');
    await log.close();
    const reopened = await store.open(noFailpoints);
    assert.deepEqual(textsOf(await thread(reopened, other.threadId)), ['hello', 'still here']);
    assert.equal(await reopened.thread(localWorkspaceId, parent.threadId), null);
  });

  test('[L5] a restored chat is not purged, and appends beside a purge are neither lost nor mixed up', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const kept = await openOne(log);
    const gone = await openOne(log);
    await hide(log, kept.threadId);
    await hide(log, gone.threadId);
    await tell(log, kept.threadId, { type: 'chat.restored', data: {} });
    const lateText = { threadId: gone.threadId, guard: 'exists', facts: [message('late')] } as const;
    const [purged, ...results] = await Promise.all([
      log.purge(0),
      ...Array.from({ length: 20 }, (_, count) => [
        log.append(header(), [{ threadId: kept.threadId, guard: 'exists', facts: [message(`word ${count}`)] }]),
        log.append(header('open-chat'), [openChat(ids.thread())]),
        log.append(header(), [lateText]),
      ]).flat(),
    ]);
    assert.deepEqual(purged, [gone.threadId]);
    const refusals = results.flatMap((result) => codeOf(result) ?? []);
    assert.deepEqual(
      [...new Set(refusals)].filter((code) => code !== 'no-such-thread'),
      [],
    );
    assert.equal((await thread(log, kept.threadId)).items.length, 2 + 20);
    assert.equal(await log.thread(localWorkspaceId, gone.threadId), null);
    assert.deepEqual(await log.purge(0), []);
    assert.deepEqual(await store.findings(), []);
  });
}

async function tell(log: OpenedLog, threadId: ThreadId, fact: Fact): Promise<void> {
  accepted(await log.append(header(), [{ threadId, guard: 'exists', facts: [fact] }]));
}

/** As a delete does: stopped and hidden in one append. */
async function hide(log: OpenedLog, threadId: ThreadId): Promise<void> {
  const facts: Fact[] = [
    { type: 'thread.cancelled', data: { reason: { code: 'canceled' } } },
    { type: 'chat.hidden', data: {} },
  ];
  accepted(await log.append(header('delete-chat'), [{ threadId, guard: 'exists', facts }]));
}

/** A step whose calls end with large results. */
async function endWithBlobs(
  log: OpenedLog,
  threadId: ThreadId,
  blobs: { hash: string; content: string }[],
): Promise<void> {
  const begun = await begin(log, await thread(log, threadId));
  const calls = blobs.map(({ hash, content }) => ({ callId: ids.call(), hash, content }));
  const facts = calls.flatMap(({ callId, hash, content }): Fact[] => {
    const place = { callId, step: begun.steps };
    const links = { taskId: null, subAgentThreadId: null };
    const output = { value: content.slice(0, 2), bytes: content.length, blob: hash };
    return [
      { type: 'call.requested', data: { ...place, name: 'look', args: {}, effect: 'read', ...links } },
      { type: 'call.ended', data: { ...place, status: 'done', output, error: null } },
    ];
  });
  const ended = endStep(
    begun,
    calls.map(({ callId }) => callId),
  );
  accepted(
    await log.append({ ...header('end-step'), blobs }, [{ threadId, guard: 'exists', facts: [ended, ...facts] }]),
  );
}

function firstLink({ openTasks }: ThreadState): OpenTask {
  return openTasks[0] ?? assert.fail('no task');
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
