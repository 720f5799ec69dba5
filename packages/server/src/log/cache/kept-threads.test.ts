import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId, type ThreadId } from '@retinue/protocol';
import { accepted } from '../../../../../tests/support/apps/replies.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import { delegateTo, header, ids, message, openChat, startStep } from '../../../../../tests/support/stores/facts.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import { systemClock } from '../../ports/runtime/clock.ts';
import { noFailpoints } from '../failpoints.ts';
import { GroupedLog } from '../grouped-log.ts';
import { openStore } from '../open-store.ts';
import { KeptThreads } from './kept-threads.ts';

const { stores } = bothStores();

for (const kind of ['sqlite', 'postgres'] as const) {
  // A tree of more than a few threads is read in one go.
  for (const children of [0, 11]) {
    test(`[L26] a slow read that ends after a commit and an eviction puts no old state into memory: ${kind}, ${children} sub-agents`, async () => {
      await using under = await openSlowly(await stores[kind](), children);
      const { log, kept, rootId, threadId } = under;
      const reads = [() => kept.tree(localWorkspaceId, rootId), () => kept.thread(localWorkspaceId, threadId)];
      for (const read of reads) {
        under.hold();
        const reading = read();
        await under.isHeld();
        const appended = await log.append(header(), [{ threadId, guard: 'exists', facts: [message('more')] }]);
        accepted(appended);
        const after = (await log.thread(localWorkspaceId, threadId)) ?? assert.fail('no thread');
        kept.put(after);
        // Another thread takes its place: there is room for one.
        kept.put({ ...after, threadId: ids.thread() });
        under.letGo();
        await reading;
        assert.notEqual(kept.find(threadId)?.seq, after.seq - 1);
      }
    });
  }
}

/**
 * Threads cached in memory with room for one, over a store whose reads of events can be delayed after they have read. Changes
 * are made to the thread that is read last, since only that one stays.
 */
async function openSlowly(place: StorePlace, children: number) {
  const store = await openStore(place, { readOnly: false, now: systemClock.now() });
  const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: assert.ifError });
  const rootId = ids.thread();
  const threadId = (await openTree(log, rootId, children)) ?? rootId;
  let gate = Promise.withResolvers<void>();
  let held = Promise.withResolvers<void>();
  gate.resolve();
  const delayed =
    <Args extends unknown[], Result>(read: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const found = await read.apply(store.reads, args);
      held.resolve();
      await gate.promise;
      return found;
    };
  const slow = Object.assign(Object.create(store.reads), {
    threadsOf: store.reads.threadsOf.bind(store.reads),
    readSound: delayed(store.reads.readSound),
    eventsOf: delayed(store.reads.eventsOf),
  });
  return {
    log,
    rootId,
    threadId,
    kept: new KeptThreads({ reads: slow, keepsStates: true }, 1),
    hold() {
      gate = Promise.withResolvers();
      held = Promise.withResolvers();
    },
    isHeld: () => held.promise,
    letGo: () => gate.resolve(),
    [Symbol.asyncDispose]: () => log.close(),
  };
}

/** Returns the thread that was opened last below the root; null if there is none. */
async function openTree(log: GroupedLog, rootId: ThreadId, children: number): Promise<ThreadId | null> {
  await log.append(header('open-chat'), [openChat(rootId)]);
  if (children === 0) return null;
  const root = async () => (await log.thread(localWorkspaceId, rootId)) ?? assert.fail('no chat');
  await log.append(header(), [{ threadId: rootId, guard: 'exists', facts: [startStep(await root())] }]);
  const made = delegateTo(await root(), children);
  const opened = await log.append(header(), [{ threadId: rootId, guard: 'exists', facts: made.own }, ...made.children]);
  accepted(opened);
  return made.children.at(-1)?.threadId ?? null;
}
