import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, Fact, ThreadId, TreeState } from '@retinue/protocol';
import { foldTree, isUnfinished, noUsage } from '@retinue/protocol';
import { header, message, seededChance, startStep } from '../../../../tests/support/facts.ts';
import { openHouse } from '../../../../tests/support/house.ts';
import { writeRandomLog } from '../../../../tests/support/random-log.ts';
import { ChatTree, type TreeReply } from './chat-tree.ts';
import { Topics } from './topics.ts';

/** As the server answers: all threads, and the last items of those that are wanted or at work. */
function replyOf(tree: TreeState, wanted: readonly ThreadId[], most: number): TreeReply {
  const threads = Object.values(tree.threads).map((thread) => {
    const isWanted = wanted.includes(thread.threadId) || isUnfinished(thread.status);
    const itemsBefore = Math.max(0, thread.items.length - (isWanted ? most : 0));
    return { ...thread, items: thread.items.slice(itemsBefore), itemsBefore };
  });
  return { rootId: tree.rootId, position: tree.position, threads };
}

function treeOf(events: readonly Event[]): TreeState {
  return foldTree(null, events) ?? assert.fail('no tree');
}

test('[S2] a tree that was fetched at any moment and folded on is the end of what a fresh one holds', async () => {
  const chance = seededChance(7);
  for (let seed = 900; seed < 916; seed += 1) {
    const { stored } = await writeRandomLog(seed);
    let committed = 1 + Math.floor(chance() * (stored.length - 1));
    const source = {
      tree: async (threads: readonly ThreadId[]) => replyOf(treeOf(stored.slice(0, committed)), threads, 4),
      older: async () => ({ items: [], from: 0 }),
      again: () => {},
    };
    const rootId = stored[0]?.rootId ?? assert.fail('empty log');
    const tree = new ChatTree(rootId, source, new Topics());
    const loading = tree.load();
    await loading;
    while (committed < stored.length) {
      const count = 1 + Math.floor(chance() * 3);
      const events = stored.slice(committed, committed + count);
      committed += events.length;
      tree.take(events);
      const thread = events[0]?.threadId;
      if (thread && chance() < 0.2) await tree.open(thread);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const fresh = treeOf(stored);
    assert.deepEqual(Object.keys(tree.tree?.threads ?? {}).sort(), Object.keys(fresh.threads).sort());
    for (const expected of Object.values(fresh.threads)) {
      const { itemsBefore = 0, ...loaded } = tree.thread(expected.threadId) ?? assert.fail('missing thread');
      assert.equal(itemsBefore + loaded.items.length, expected.items.length, `seed ${seed}, ${expected.threadId}`);
      assert.deepEqual(loaded, { ...expected, items: expected.items.slice(itemsBefore) }, `seed ${seed}`);
    }
  }
});

test('[S3] an event that does not join on makes the tree be fetched again, and a resent one changes nothing', async () => {
  const { stored } = await writeRandomLog(31);
  let committed = 3;
  let fetches = 0;
  const source = {
    tree: async (threads: readonly ThreadId[]) => {
      fetches += 1;
      return replyOf(treeOf(stored.slice(0, committed)), threads, 1000);
    },
    older: async () => ({ items: [], from: 0 }),
    again: () => {},
  };
  const tree = new ChatTree(stored[0]?.rootId ?? assert.fail('empty log'), source, new Topics());
  await tree.load();
  const before = tree.tree;
  tree.take(stored.slice(0, 2));
  assert.deepEqual(tree.tree, before);
  committed = stored.length;
  tree.take(stored.slice(-1));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(fetches, 2);
  assert.equal(tree.tree?.position, stored.at(-1)?.position);
});

test('[S2] a late count for a step that was not fetched is what a fresh tree holds', async () => {
  await using house = await openHouse({ script: [] });
  const rootId = await house.open('go');
  const chat = (await house.tree(rootId)).threads[rootId] ?? assert.fail('no chat');
  const place = { step: 1, attempt: 1 };
  const guessed = { ...noUsage, estimatedTokens: 10 };
  const cut = {
    ...place,
    reason: 'stopped',
    message: '',
    parts: [],
    usage: guessed,
    final: true,
    retryAt: null,
  } as const;
  const stopped: Fact = { type: 'thread.cancelled', data: { reason: 'Stopped.' } };
  const late: Fact = { type: 'usage.recorded', data: { ...place, usage: { ...noUsage, inputTokens: 4 } } };
  const facts: Fact[] = [
    startStep(chat),
    { type: 'step.cut', data: cut },
    stopped,
    message('and now'),
    message('?'),
    late,
  ];
  await house.log.append(header(), [{ threadId: rootId, guard: 'exists', facts }]);
  const stored = await house.events(rootId);
  let committed = stored.length - 1;
  const source = {
    tree: async (threads: readonly ThreadId[]) => replyOf(treeOf(stored.slice(0, committed)), threads, 2),
    older: async () => ({ items: [], from: 0 }),
    again: () => {},
  };
  const tree = new ChatTree(rootId, source, new Topics());
  await tree.load();
  committed = stored.length;
  tree.take(stored.slice(-1));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(tree.thread(rootId)?.usage, { ...noUsage, inputTokens: 4 });
});
