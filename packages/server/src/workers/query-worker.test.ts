import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { temporaryDirectory } from '../../../../tests/support/apps/test-app.ts';
import { SqliteQueryWorker } from './query-worker.ts';

/** Long enough that many turns of the event loop fit into it, on any machine. */
const slow = `WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 300000)
  SELECT max(n) AS n FROM count`;

async function madeFile(): Promise<{ file: string; directory: string }> {
  const directory = await temporaryDirectory();
  const file = join(directory, 'some.db');
  using database = new DatabaseSync(file);
  database.exec("CREATE TABLE some (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO some VALUES (1, 'one'), (2, NULL)");
  return { file, directory };
}

test('[L61] a long read runs beside the event loop and returns the same result', async () => {
  const { file, directory } = await madeFile();
  await using worker = new SqliteQueryWorker();
  const text = 'SELECT * FROM some WHERE id > ? ORDER BY id';
  assert.deepEqual(await worker.ask(file, text, [0]), [
    { id: 1, name: 'one' },
    { id: 2, name: null },
  ]);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  assert.deepEqual(await worker.ask(file, slow, []), [{ n: 300_000 }]);
  clearInterval(counting);
  assert.ok(turns > 3, `${turns} turns`);
  await rm(directory, { recursive: true });
});

test('[L61] a failed read fails only its own caller', async () => {
  const { file, directory } = await madeFile();
  await using worker = new SqliteQueryWorker();
  const asked = [
    worker.ask(file, 'SELECT * FROM absent', []),
    worker.ask(join(directory, 'absent.db'), 'SELECT 1', []),
    worker.ask(file, "SELECT * FROM some WHERE name = 'one'", []),
  ];
  const settled = await Promise.allSettled(asked);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  );
  await rm(directory, { recursive: true });
});

test('[L61] a thread that ends in the middle of a read is replaced for the next one', async () => {
  const { file, directory } = await madeFile();
  const threads: Worker[] = [];
  await using worker = new SqliteQueryWorker(() => {
    const thread = new Worker(new URL('./query-thread.ts', import.meta.url));
    threads.push(thread);
    return thread;
  });
  // A value that can't be sent to a thread at all fails by itself, too.
  const odd = worker.ask(file, 'SELECT ? AS one', [(() => {}) as never]);
  await assert.rejects(odd);
  const lost = worker.ask(file, slow, []);
  void threads[0]?.terminate();
  const next = worker.ask(file, 'SELECT count(*) AS rows FROM some', []);
  await assert.rejects(lost, { message: 'The thread for long reads ended.' });
  assert.deepEqual(await next, [{ rows: 2 }]);
  assert.equal(threads.length, 2);
  await rm(directory, { recursive: true });
});

test('[L61] no more than a bounded number of reads wait, and a worker that is closed takes none', async () => {
  const { file, directory } = await madeFile();
  const worker = new SqliteQueryWorker();
  const asked = Array.from({ length: 100 }, () => worker.ask(file, 'SELECT count(*) AS rows FROM some', []));
  const settled = await Promise.allSettled(asked);
  const refused = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
  assert.deepEqual([...new Set(refused)], ['overloaded']);
  assert.equal(settled.length - refused.length, 65);
  const cut = worker.ask(file, slow, []);
  const closing = worker[Symbol.asyncDispose]();
  await assert.rejects(cut, { code: 'closed' });
  await closing;
  await assert.rejects(worker.ask(file, 'SELECT 1', []), { code: 'closed' });
  await rm(directory, { recursive: true });
});
