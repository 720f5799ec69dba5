import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact, LogEvent, ThreadId, TreeState } from '@retinue/protocol';
import { foldTree, isUnfinished, noUsage } from '@retinue/protocol';
import { openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { writeRandomLog } from '../../../../../tests/support/random/random-log.ts';
import { seededRandom } from '../../../../../tests/support/random/seeded-random.ts';
import { header, message, startStep } from '../../../../../tests/support/stores/facts.ts';
import { Topics } from '../topics.ts';
import { ChatTree, type TreeReply } from './chat-tree.ts';

/** As the server answers: all threads, and the last items of those that are requested or running. */
function replyOf(tree: TreeState, wanted: readonly ThreadId[], most: number): TreeReply {
  const threads = Object.values(tree.threads).map((thread) => {
    const isWanted = wanted.includes(thread.threadId) || isUnfinished(thread.status);
    const itemsBefore = Math.max(0, thread.items.length - (isWanted ? most : 0));
    return { ...thread, items: thread.items.slice(itemsBefore), itemsBefore };
  });
  return { rootId: tree.rootId, position: tree.position, threads };
}

function treeOf(events: readonly LogEvent[]): TreeState {
  return foldTree(null, events) ?? assert.fail('no tree');
}

test('[S2] a tree that was fetched at any moment and folded on equals a fresh one', async () => {
  const random = seededRandom(7);
  for (let seed = 900; seed < 916; seed += 1) {
    const { stored } = await writeRandomLog(seed);
    let committed = 1 + Math.floor(random() * (stored.length - 1));
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
      const count = 1 + Math.floor(random() * 3);
      const events = stored.slice(committed, committed + count);
      committed += events.length;
      tree.take(events);
      const thread = events[0]?.threadId;
      if (thread && random() < 0.2) await tree.open(thread);
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

test('[S73] a thread that was opened while the server was down, or during the load of its tree, is loaded all the same', async () => {
  const { stored } = await writeRandomLog(900);
  const whole = treeOf(stored);
  const rootId = whole.rootId;
  const ended = Object.values(whole.threads).filter(({ status, parent }) => parent && !isUnfinished(status));
  const [first, second] = ended.map(({ threadId }) => threadId);
  assert.ok(first && second);
  let isAway = false;
  const source = {
    async tree(threads: readonly ThreadId[]) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isAway) throw new Error('away');
      return replyOf(whole, threads, 4);
    },
    older: async () => ({ items: [], from: 0 }),
    again: () => {},
  };
  const tree = new ChatTree(rootId, source, new Topics());
  const loading = tree.load();
  await tree.open(first);
  await loading;
  assert.equal(tree.isLoaded(first), true);
  isAway = true;
  const opening = tree.open(second).catch(() => {});
  await opening;
  assert.equal(tree.isLoaded(second), false);
  isAway = false;
  while (!tree.isLoaded(second)) await new Promise((resolve) => setTimeout(resolve, 20));
  tree.dispose();
});

test('[S3] an event that does not follow the last one causes a new load of the tree, and a resent one changes nothing', async () => {
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

test('[S2] a late count for a step that was not loaded gives the same as a fresh tree', async () => {
  await using app = await openTestApp({ script: [] });
  const rootId = await app.open('go');
  const chat = (await app.tree(rootId)).threads[rootId] ?? assert.fail('no chat');
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
  await app.log.append(header(), [{ threadId: rootId, guard: 'exists', facts }]);
  const stored = await app.events(rootId);
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

test('[S72] a missed event causes one load of the tree, however many events follow; a failed load is retried', async () => {
  await using app = await openTestApp({ script: [] });
  const rootId = await app.open('go');
  const append = (facts: Fact[]) => app.log.append(header(), [{ threadId: rootId, guard: 'exists', facts }]);
  await append(Array.from({ length: 34 }, (_, index) => message(`message ${index}`)));
  const stored = await app.events(rootId);
  const start = stored.length - 34;
  let [committed, fetches, failures] = [start, 0, 0];
  const asked: (() => void)[] = [];
  const source = {
    tree: async (threads: readonly ThreadId[]) => {
      fetches += 1;
      const reply = replyOf(treeOf(stored.slice(0, committed)), threads, 1000);
      await new Promise<void>((resolve) => asked.push(resolve));
      if (failures > 0) {
        failures -= 1;
        throw new TypeError('Failed to fetch');
      }
      return reply;
    },
    older: async () => ({ items: [], from: 0 }),
    again: () => {},
  };
  const answered = async () => {
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const answer of asked.splice(0)) answer();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const tree = new ChatTree(rootId, source, new Topics());
  const loading = tree.load();
  await answered();
  await loading;
  assert.equal(fetches, 1);
  committed = start + 2;
  for (const event of stored.slice(start + 1, start + 33)) tree.take([event]);
  assert.equal(fetches, 2, 'for 32 events after one gap');
  await answered();
  assert.equal(fetches, 2);
  assert.equal(tree.thread(rootId)?.items.length, stored.length - 2);
  failures = 1;
  committed = stored.length;
  tree.take([{ ...(stored.at(-1) ?? assert.fail()), seq: 1000 }]);
  await answered();
  await answered();
  assert.equal(fetches, 4, 'a failed one is tried again without another event');
  assert.equal(tree.tree?.position, stored.at(-1)?.position);
  tree.dispose();
});
