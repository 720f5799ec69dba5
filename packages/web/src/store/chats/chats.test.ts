import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chat, ThreadId } from '@retinue/protocol';
import { agentIdOf, storedId } from '@retinue/protocol';
import { Topics } from '../topics.ts';
import { Chats } from './chats.ts';

test('[E42] a row that is newer in the log is shown, though the clock was set back; an older, late one is not', async () => {
  const [first, second] = ['thr_first', 'thr_second'].map((id, place) => row(storedId.thread(id), place + 1));
  if (!first || !second) assert.fail();
  const old = { ...first, position: 10, updatedAt: 1_000_000 };
  const chats = new Chats(async () => ({ results: [old], cursor: null, position: 10 }), new Topics());
  await chats.load();
  chats.take({ name: 'chat', body: { ...old, title: 'New', position: 12, updatedAt: 500 } } as never);
  assert.equal(chats.row(old.chatId)?.title, 'New');
  await chats.load();
  assert.equal(chats.row(old.chatId)?.title, 'New');
  chats.take({ name: 'chat', body: { ...second, openedAt: 1, position: 13 } } as never);
  assert.deepEqual(
    chats.list.map(({ chatId }) => chatId),
    [second.chatId, first.chatId],
  );
});

test('[S71] a reloaded list drops missing chats, and keeps rows that are later in the log', async () => {
  const [first, second, third] = ['thr_1', 'thr_2', 'thr_3'].map((id, place) => row(storedId.thread(id), place + 1));
  if (!first || !second || !third) assert.fail();
  let page: Chat[] = [first, second];
  let answered = Promise.resolve();
  const fetchPage = async () => {
    const results = page;
    await answered;
    return { results, cursor: null, position: 10 };
  };
  const chats = new Chats(fetchPage, new Topics());
  await chats.load();
  page = [first];
  const late = Promise.withResolvers<void>();
  answered = late.promise;
  const loading = chats.load();
  chats.take({ name: 'chat', body: { ...third, position: 11 } });
  chats.take({ name: 'chat', body: { chatId: first.chatId, isGone: true, position: 12 } });
  late.resolve();
  await loading;
  const ids = () => chats.list.map(({ chatId }) => chatId);
  assert.deepEqual(ids(), [third.chatId], 'a reply that was under way brings nothing back');
  chats.setGone(third.chatId, true);
  chats.take({ name: 'chat', body: { chatId: third.chatId, isGone: true, position: 13 } });
  chats.take({ name: 'chat', body: { ...third, position: 14 } });
  assert.deepEqual(ids(), [third.chatId], 'restored elsewhere');
  page = [second];
  await chats.loadOther();
  assert.deepEqual(ids(), [second.chatId], 'of another log');
});

function row(chatId: ThreadId, openedPosition: number): Chat {
  const usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimatedTokens: 0 };
  return {
    chatId,
    title: 'Old',
    isPinned: false,
    unread: 0,
    status: 'idle',
    agentId: agentIdOf('boss'),
    agentName: 'Boss',
    openedAt: 1000,
    updatedAt: 1000,
    openedPosition,
    position: openedPosition,
    tasks: 0,
    openTasks: 0,
    openQuestions: 0,
    usage,
    unpricedTokens: 0,
  };
}
