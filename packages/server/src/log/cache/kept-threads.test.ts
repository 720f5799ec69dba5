import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { header, ids, message, openChat } from '../../../../../tests/support/facts.ts';
import { temporaryDirectory } from '../../../../../tests/support/house.ts';
import { systemClock } from '../../ports/clock.ts';
import { noFailpoints } from '../failpoints.ts';
import { GroupedLog } from '../grouped-log.ts';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import { KeptThreads } from './kept-threads.ts';

test('[L26] a slow read that ends after a commit and an eviction puts no old state into memory', async () => {
  await using under = await openSlowly();
  const { log, kept, threadId } = under;
  for (const read of [() => kept.thread(localWorkspaceId, threadId), () => kept.tree(localWorkspaceId, threadId)]) {
    under.hold();
    const reading = read();
    await under.isHeld();
    const appended = await log.append(header(), [{ threadId, guard: 'exists', facts: [message('more')] }]);
    assert.equal(appended.refusal, null);
    const after = (await log.thread(localWorkspaceId, threadId)) ?? assert.fail('no thread');
    kept.put(after);
    // Another thread takes its place: there is room for one.
    kept.put({ ...after, threadId: ids.thread() });
    under.letGo();
    await reading;
    assert.notEqual(kept.find(threadId)?.seq, after.seq - 1);
  }
});

/** Threads kept in memory with room for one, over a store whose reads of events can be held up after they have read. */
async function openSlowly() {
  const directory = await temporaryDirectory();
  const store = openSqliteStore({ directory, now: systemClock.now() });
  const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: assert.ifError });
  const threadId = ids.thread();
  await log.append(header('open-chat'), [openChat(threadId)]);
  let gate = Promise.withResolvers<void>();
  let held = Promise.withResolvers<void>();
  gate.resolve();
  const eventsOf = store.reads.eventsOf.bind(store.reads);
  const slow = Object.assign(Object.create(store.reads), {
    threadsOf: store.reads.threadsOf.bind(store.reads),
    read: store.reads.read.bind(store.reads),
    eventsOf: async (id: ThreadId, after: number) => {
      const events = await eventsOf(id, after);
      held.resolve();
      await gate.promise;
      return events;
    },
  });
  return {
    log,
    threadId,
    kept: new KeptThreads({ reads: slow, keepsStates: true }, 1),
    hold() {
      gate = Promise.withResolvers();
      held = Promise.withResolvers();
    },
    isHeld: () => held.promise,
    letGo: () => gate.resolve(),
    async [Symbol.asyncDispose]() {
      await log.close();
      await rm(directory, { recursive: true });
    },
  };
}
