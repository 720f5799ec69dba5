import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '@retinue/protocol';
import { refuse, workspaceIdSchema } from '@retinue/protocol';
import { noFailpoints } from '../../packages/server/src/log/failpoints.ts';
import { accepted, codeOf } from '../support/apps/replies.ts';
import { endStep, header, ids, message, openChat } from '../support/stores/facts.ts';
import { begin, delegated, openOne, say, thread } from './moves.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export function describeGuards(createStore: () => Promise<StoreUnderTest>): void {
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
    assert.equal(codeOf(late), 'stale-epoch');
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
      results.map((result) => codeOf(result) ?? 'accepted'),
      ['accepted', 'call-closed'],
    );
  });

  test('[E2] an incoming message is never refused because of concurrent work, and nothing recreates a thread', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const { threadId } = await openOne(log);
    await say(log, threadId, 'meanwhile');
    accepted(await log.append(header(), [{ threadId, guard: 'exists', facts: [message('fine')] }]));
    assert.equal(codeOf(await log.append(header('open-chat'), [openChat(threadId)])), 'thread-exists');
    const nowhere = ids.thread();
    const missing = await log.append(header(), [{ threadId: nowhere, guard: 'exists', facts: [message('hello?')] }]);
    assert.equal(codeOf(missing), 'no-such-thread');
  });

  test('[L20] an id of another workspace is taken: the thread is refused alone, and nothing about the other is revealed', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const theirs = await openOne(log);
    const elsewhere = workspaceIdSchema.parse('ws_elsewhere');
    const inner = ids.thread();
    const results = await Promise.all([
      log.append(header('open-chat', elsewhere), [openChat(inner)]),
      log.append(header('open-chat', elsewhere), [openChat(theirs.threadId)]),
      say(log, theirs.threadId, 'meanwhile'),
    ]);
    accepted(results[0]);
    assert.deepEqual(results[1], refuse('thread-exists', { threadId: theirs.threadId }));
    const twice = [openChat(inner), openChat(theirs.threadId)];
    assert.equal(codeOf(await log.append(header('open-chat'), twice)), 'thread-exists');
    assert.deepEqual((await thread(log, theirs.threadId)).workspaceId, theirs.workspaceId);
    await log.close();
    assert.deepEqual(await store.findings(), []);
  });

  test('[P1] a thread of another workspace does not exist: neither to read nor to write', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const elsewhere = workspaceIdSchema.parse('ws_elsewhere');
    const entry = { threadId: chat.threadId, guard: 'exists', facts: [message('from afar')] } as const;
    assert.equal(codeOf(await log.append(header('send-message', elsewhere), [entry])), 'no-such-thread');
    assert.equal(await log.thread(elsewhere, chat.threadId), null);
    assert.deepEqual(await log.read({ workspaceId: elsewhere, rootId: chat.threadId, after: 0, limit: 10 }), []);
    assert.deepEqual(await log.readModels.chats(elsewhere, { limit: 10, offset: 0 }), []);
  });
}
