import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '@retinue/protocol';
import { findCall, localWorkspaceId } from '@retinue/protocol';
import { noFailpoints } from '../../packages/server/src/log/failpoints.ts';
import { accepted, codeOf } from '../support/apps/replies.ts';
import { endStep, header, ids, message, openChat } from '../support/stores/facts.ts';
import { begin, delegated, endAll, openOne, say, thread } from './moves.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export function describeAppends(createStore: () => Promise<StoreUnderTest>): void {
  test('[L1] an append over several threads is all or nothing', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const other = ids.thread();
    const refused = await log.append(header(), [
      openChat(other),
      { threadId: chat.threadId, guard: { epoch: 99 }, facts: [message('late')] },
    ]);
    assert.equal(codeOf(refused), 'stale-epoch');
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

  test('[A1] acknowledged appends are there when the store is opened again', async () => {
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
      {
        threadId: stopped,
        guard: 'exists',
        facts: [{ type: 'thread.cancelled', data: { reason: { code: 'canceled' } } }],
      },
    ]);
    const findings = await store.findings();
    assert.deepEqual(
      findings.filter(({ rule }) => rule === 'projection'),
      [],
    );
  });

  test('[A5] half a character and a NUL, as a model may write them, are stored and do not affect a rebuild', async () => {
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
      {
        type: 'call.ended',
        data: { ...place, status: 'failed', output: null, error: { code: 'tool-error', text: odd } },
      },
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
