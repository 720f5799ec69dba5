import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, storedId } from '@retinue/protocol';
import { Topics } from '../topics.ts';
import type { TreeReply } from './chat-tree.ts';
import { WatchedTrees } from './watched-trees.ts';

const chatId = storedId.thread('thr_1');

function watchOne() {
  const server = { isDeleted: false, loads: 0, answered: Promise.resolve() };
  const reply = async (): Promise<TreeReply> => {
    server.loads += 1;
    const { isDeleted } = server;
    await server.answered;
    if (isDeleted) throw new ApiError(404, 'chat-not-found', 'There is no such chat.');
    return { rootId: chatId, position: 1, threads: [] };
  };
  const trees = new WatchedTrees({
    source: () => ({ tree: reply, older: async () => ({ items: [], from: 0 }), again: () => {} }),
    topics: new Topics(),
    onLoaded: () => {},
    onForgotten: () => {},
  });
  trees.watch(chatId);
  const isMissing = () => trees.problem(chatId)?.isMissing === true;
  return { server, trees, isMissing };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('[U89] a watched chat that is missing from a reloaded list is looked up, and found to be deleted', async () => {
  const { server, trees, isMissing } = watchOne();
  await settled();
  trees.compareWithList(() => true);
  await settled();
  assert.deepEqual([isMissing(), server.loads], [false, 1]);
  server.isDeleted = true;
  trees.compareWithList(() => false);
  await settled();
  assert.equal(isMissing(), true);
});

test('[U89.1] a missing chat is loaded when its row returns, alone or in a list', async () => {
  for (const comeBack of ['row', 'list']) {
    const { server, trees, isMissing } = watchOne();
    server.isDeleted = true;
    trees.compareWithList(() => false);
    await settled();
    assert.equal(isMissing(), true);
    server.isDeleted = false;
    if (comeBack === 'row') trees.takeRow(chatId, true);
    else trees.compareWithList(() => true);
    await settled();
    assert.equal(isMissing(), false);
  }
});

test('[U89.1] a chat that is restored during a load of it is loaded once more', async () => {
  const { server, trees, isMissing } = watchOne();
  await settled();
  server.isDeleted = true;
  const late = Promise.withResolvers<void>();
  server.answered = late.promise;
  trees.compareWithList(() => false);
  await settled();
  server.isDeleted = false;
  trees.takeRow(chatId, true);
  late.resolve();
  await settled();
  await settled();
  assert.equal(isMissing(), false);
});
