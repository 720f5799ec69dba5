import assert from 'node:assert/strict';
import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { ThreadId, ThreadState } from '@retinue/protocol';
import { fold, localWorkspaceId } from '@retinue/protocol';
import { describeEventLog } from '../../../../../tests/contract/event-log.ts';
import { header, ids, message, openChat } from '../../../../../tests/support/facts.ts';
import { temporaryDirectory } from '../../../../../tests/support/house.ts';
import { systemClock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { noFailpoints } from '../failpoints.ts';
import { project, tables } from '../projector.ts';
import type { Row } from '../rows.ts';
import { GroupCommit } from './group-commit.ts';
import { openForReading, openForWriting } from './open.ts';
import { SqliteLog } from './sqlite-log.ts';
import { toEvent } from './tables.ts';

describeEventLog('SQLite', async () => {
  const directory = await temporaryDirectory();
  const opened: EventLog[] = [];
  return {
    async open(failpoints) {
      const log = new SqliteLog({ directory, clock: systemClock, failpoints });
      opened.push(log);
      return log;
    },
    async projections() {
      using database = new DatabaseSync(join(directory, 'retinue.db'), { readOnly: true });
      return { stored: storedRows(database), rebuilt: rebuiltRows(database) };
    },
    async [Symbol.asyncDispose]() {
      for (const log of opened) await log.close();
      await rm(directory, { recursive: true });
    },
  };
});

test('[A1] what is committed is told to its writer, whatever a subscriber makes of it', async () => {
  using database = new DatabaseSync(':memory:');
  const committed = () => assert.fail('a subscriber that throws');
  const group = new GroupCommit(database, { begin: () => {}, beforeCommit: () => {}, committed });
  const nothing = () => {};
  const told = group.add({ prepare: nothing, write: () => 'written', beforeCommit: nothing, afterCommit: nothing });
  assert.throws(() => group.flush(), /a subscriber that throws/);
  assert.equal(await told, 'written');
});

test('[S2] a reader beside a writer sees what was written since it last looked', async () => {
  const directory = await temporaryDirectory();
  const writer = new SqliteLog({ directory, clock: systemClock, failpoints: noFailpoints });
  const threadId = ids.thread();
  await writer.append(header('open-chat'), [openChat(threadId)]);
  const reader = new SqliteLog({ directory, readOnly: true, clock: systemClock, failpoints: noFailpoints });
  const before = await reader.thread(localWorkspaceId, threadId);
  await writer.append(header(), [{ threadId, guard: 'exists', facts: [message('more')] }]);
  const after = await reader.thread(localWorkspaceId, threadId);
  assert.deepEqual([before?.seq, after?.seq], [3, 4]);
  await reader.close();
  await writer.close();
  await rm(directory, { recursive: true });
});

test('[L3] a store whose first writer was killed before it had made its tables is none yet, and is made by the next', async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'retinue.db'), '');
  assert.throws(() => openForReading(directory), { code: 'missing' });
  openForWriting(directory).close();
  openForReading(directory).close();
  await rm(directory, { recursive: true });
});

test('[L3] a database of another program is left as it is', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'retinue.db');
  using foreign = new DatabaseSync(path);
  foreign.exec('CREATE TABLE theirs (id TEXT)');
  foreign.close();
  const bytes = await readFile(path);
  assert.throws(() => openForWriting(directory), { code: 'corrupt' });
  assert.throws(() => openForReading(directory), { code: 'corrupt' });
  assert.deepEqual(await readFile(path), bytes);
  await rm(directory, { recursive: true });
});

/** Root may write anywhere, so it looks as nobody. */
const nobody = 65_534;

test('[A1] on a disk that cannot be written, a store that was not closed is not shown without its last events', async () => {
  const directory = await temporaryDirectory();
  const writer = new SqliteLog({ directory, clock: systemClock, failpoints: noFailpoints });
  await writer.append(header('open-chat'), [openChat(ids.thread())]);
  const left = await temporaryDirectory();
  for (const file of ['retinue.db', 'retinue.db-wal']) await copyFile(join(directory, file), join(left, file));
  await writer.close();
  await chmod(left, 0o555);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(nobody);
  try {
    assert.throws(() => openForReading(left), { code: 'read-only' });
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  await chmod(left, 0o755);
  for (const made of [directory, left]) await rm(made, { recursive: true });
});

function storedRows(database: DatabaseSync): unknown {
  return tables.map((table) => database.prepare(`SELECT * FROM ${table} ORDER BY id`).all());
}

function rebuiltRows(database: DatabaseSync): unknown {
  const events = database.prepare('SELECT * FROM event ORDER BY position').all().map(toEvent);
  const states = new Map<ThreadId, ThreadState>();
  for (const [threadId, own] of Map.groupBy(events, (event) => event.threadId)) {
    const state = fold(null, own);
    if (state) states.set(threadId, state);
  }
  const rows = new Map(tables.map((table) => [table, new Map<unknown, Row>()]));
  project(events, (threadId) => states.get(threadId) ?? null, {
    put: (table, row) => void rows.get(table)?.set(row.id, row),
    putOpenTaskStatus: () => {},
  });
  return tables.map((table) =>
    [...(rows.get(table)?.values() ?? [])].sort((left, right) => (String(left.id) < String(right.id) ? -1 : 1)),
  );
}
