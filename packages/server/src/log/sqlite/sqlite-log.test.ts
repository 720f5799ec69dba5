import assert from 'node:assert/strict';
import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { describeEventLog } from '../../../../../tests/contract/event-log.ts';
import { accepted } from '../../../../../tests/support/apps/replies.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { header, ids, message, openChat } from '../../../../../tests/support/stores/facts.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import type { OpenedLog } from '../../ports/log/opened-log.ts';
import { systemClock } from '../../ports/runtime/clock.ts';
import { noFailpoints } from '../failpoints.ts';
import { GroupedLog, type Surroundings } from '../grouped-log.ts';
import { openForReading, openForWriting } from './open.ts';
import { openSqliteStore } from './sqlite-store.ts';

describeEventLog('SQLite', async () => {
  const directory = await temporaryDirectory();
  const opened: OpenedLog[] = [];
  return {
    async open(failpoints, clock = systemClock) {
      const log = await openLog(directory, { failpoints, clock });
      opened.push(log);
      return log;
    },
    findings: () => verifyStore({ kind: 'sqlite', directory }),
    async [Symbol.asyncDispose]() {
      for (const log of opened) await log.close();
      await rm(directory, { recursive: true });
    },
  };
});

test('[A1] a commit is reported to its writer and to all subscribers, even if one of them throws', async () => {
  const directory = await temporaryDirectory();
  const problems: unknown[] = [];
  const log = await openLog(directory, { onProblem: (problem) => problems.push(problem) });
  const seen: number[] = [];
  log.subscribe(() => assert.fail('a subscriber that throws'));
  log.subscribe(({ events }) => seen.push(events.length));
  accepted(await log.append(header('open-chat'), [openChat(ids.thread())]));
  assert.deepEqual([problems.length, seen], [1, [3]]);
  await log.close();
  await rm(directory, { recursive: true });
});

test('[S2] a reader beside a writer sees later writes', async () => {
  const directory = await temporaryDirectory();
  const writer = await openLog(directory);
  const threadId = ids.thread();
  await writer.append(header('open-chat'), [openChat(threadId)]);
  const reader = await openLog(directory, { readOnly: true });
  const before = await reader.thread(localWorkspaceId, threadId);
  await writer.append(header(), [{ threadId, guard: 'exists', facts: [message('more')] }]);
  const after = await reader.thread(localWorkspaceId, threadId);
  assert.deepEqual([before?.seq, after?.seq], [3, 4]);
  await reader.close();
  await writer.close();
  await rm(directory, { recursive: true });
});

test('[L3] a store whose first writer was killed before it had created its tables counts as absent, and is created by the next', async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'retinue.db'), '');
  assert.throws(() => openForReading(directory), { code: 'missing' });
  openForWriting(directory).close();
  openForReading(directory).close();
  await rm(directory, { recursive: true });
});

test('[L3] a database of another program is not changed', async () => {
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

/** Root may write anywhere, so the test runs as the user `nobody`. */
const nobody = 65_534;

test('[A1] on a read-only disk, a store that was not closed is not shown without its last events', async () => {
  const directory = await temporaryDirectory();
  const writer = await openLog(directory);
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

async function openLog(
  directory: string,
  options: Partial<Surroundings> & { readOnly?: boolean } = {},
): Promise<GroupedLog> {
  const { readOnly = false, failpoints = noFailpoints, clock = systemClock, onProblem = assert.ifError } = options;
  const store = openSqliteStore({ directory, readOnly, now: systemClock.now() });
  return new GroupedLog(store, { clock, failpoints, onProblem });
}
