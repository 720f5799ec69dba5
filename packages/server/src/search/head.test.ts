import assert from 'node:assert/strict';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { accepted } from '../../../../tests/support/apps/replies.ts';
import { bothStores } from '../../../../tests/support/stores/both-stores.ts';
import { header, ids, message, openChat } from '../../../../tests/support/stores/facts.ts';
import { backupStore } from '../integrity/backup/backup.ts';
import { restoreStore } from '../integrity/restore/restore.ts';
import { verifyStore } from '../integrity/verify/verify.ts';
import { noFailpoints } from '../log/failpoints.ts';
import { GroupedLog } from '../log/grouped-log.ts';
import { openStore } from '../log/open-store.ts';
import type { StorePlace } from '../ports/log/event-log.ts';
import type { Search } from '../ports/log/search.ts';
import { systemClock } from '../ports/runtime/clock.ts';
import { openIndex } from './open-index.ts';
import { createSearch } from './search.ts';

const { stores, newDirectory } = bothStores();

for (const [kind, newStore] of Object.entries(stores)) {
  test(`[L34] ${kind}: after the newest chat is purged, a restart gives no position again and keeps the index`, async () => {
    const place = await newStore();
    const first = await open(place);
    await writeChat(first.log, 'harbor');
    const newest = await writeChat(first.log, 'lighthouse');
    await first.log.append(header('delete-chat'), [
      { threadId: newest, guard: 'exists', facts: [{ type: 'chat.hidden', data: {} }] },
    ]);
    assert.deepEqual(await chatsWith(first.search, 'harbor'), 1);
    const head = await first.log.feed.head();
    await first.search.forget(await first.log.purge(0));
    await first.close();

    const second = await open(place);
    assert.equal(await second.log.feed.head(), head);
    assert.deepEqual(await chatsWith(second.search, 'harbor'), 1);
    assert.equal(second.cleared(), 0);
    const last = await second.log.append(header('open-chat'), [openChat(ids.thread())]);
    assert.equal(accepted(last).events[0]?.position, head + 1);
    await second.close();
    assert.deepEqual(second.problems, []);
    assert.deepEqual(await verifyStore(place), []);
  });
}

test('[L35] a store that is older than its search index is reported at start and by verify, until a restore', async () => {
  const { place, lostAt } = await olderThanItsIndex();
  const never = await verifyStore(place);
  assert.match(never[0]?.message ?? '', /older than its search index.*Restore a newer backup/);

  for (const start of ['first', 'second']) {
    const opened = await open(place);
    assert.equal(opened.problems.length, 1, `${start} start`);
    assert.match(String(opened.problems[0]), /the events after position \d+, up to \d+, are missing/);
    assert.equal(await opened.log.feed.head(), lostAt, 'the positions that were given are not given again');
    assert.equal(await chatsWith(opened.search, 'harbor'), 1);
    assert.equal(await chatsWith(opened.search, 'lighthouse'), 0);
    await opened.close();
    assert.match((await verifyStore(place))[0]?.message ?? '', /older than its search index/);
  }

  const backup = await Array.fromAsync(lines(backupStore(place, 1)));
  for (const restored of [{ kind: 'sqlite', directory: await newDirectory() } as const, place]) {
    await restoreStore(restored, each(backup), { force: true, now: 1 });
    const opened = await open(restored);
    assert.deepEqual(opened.problems, []);
    assert.equal(await chatsWith(opened.search, 'harbor'), 1);
    await opened.close();
    assert.deepEqual(await verifyStore(restored), []);
  }
});

test('[L35] an index that another store left behind is not reported', async () => {
  const { place: other } = await olderThanItsIndex();
  const place: StorePlace = { kind: 'sqlite', directory: await newDirectory() };
  const first = await open(place);
  await writeChat(first.log, 'harbor');
  await first.close();
  assert.ok(place.kind === 'sqlite' && other.kind === 'sqlite');
  await copyFile(join(other.directory, 'search.db'), join(place.directory, 'search.db'));
  const second = await open(place);
  assert.deepEqual(second.problems, []);
  assert.equal(await chatsWith(second.search, 'harbor'), 1);
  await second.close();
  assert.deepEqual(await verifyStore(place), []);
});

/** A copy of the store's file from before its last chat, with the later index. */
async function olderThanItsIndex(): Promise<{ place: StorePlace; lostAt: number }> {
  const place: StorePlace = { kind: 'sqlite', directory: await newDirectory() };
  assert.ok(place.kind === 'sqlite');
  const first = await open(place);
  await writeChat(first.log, 'harbor');
  assert.equal(await chatsWith(first.search, 'harbor'), 1);
  await first.close();
  const file = join(place.directory, 'retinue.db');
  await copyFile(file, `${file}.old`);
  const second = await open(place);
  for (let chat = 0; chat < 5; chat += 1) await writeChat(second.log, 'lighthouse');
  assert.equal(await chatsWith(second.search, 'lighthouse'), 5);
  const lostAt = await second.log.feed.head();
  await second.close();
  await copyFile(`${file}.old`, file);
  for (const end of ['.old', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  return { place, lostAt };
}

async function writeChat(log: GroupedLog, word: string): Promise<ThreadId> {
  const threadId = ids.thread();
  await log.append(header('open-chat'), [openChat(threadId)]);
  await log.append(header(), [{ threadId, guard: 'exists', facts: [message(`about the ${word}`)] }]);
  return threadId;
}

async function chatsWith(search: Search, text: string): Promise<number> {
  return (await search.find(localWorkspaceId, { text, limit: 50, offset: 0 })).results.length;
}

async function open(place: StorePlace) {
  const problems: unknown[] = [];
  const store = await openStore(place, { readOnly: false, now: systemClock.now() });
  const surroundings = {
    clock: systemClock,
    failpoints: noFailpoints,
    onProblem: (one: unknown) => problems.push(one),
  };
  const log = new GroupedLog(store, surroundings);
  let cleared = 0;
  const search = createSearch({
    log,
    clock: systemClock,
    open: async () => {
      const index = await openIndex(place);
      const clear = index.clear.bind(index);
      index.clear = () => {
        cleared += 1;
        return clear();
      };
      return index;
    },
  });
  const close = async () => {
    await search.close();
    await log.close();
  };
  return { log, search, problems, cleared: () => cleared, close };
}

/** The lines of a text that comes in pieces, each of which ends with a line. */
async function* lines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield* piece.trimEnd().split('\n');
}

async function* each(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}
