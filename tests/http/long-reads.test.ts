import assert from 'node:assert/strict';
import { createConnection, type Socket } from 'node:net';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId, type ThreadId } from '@retinue/protocol';
import { backupStore } from '../../packages/server/src/integrity/backup/backup.ts';
import { StoreJobs } from '../../packages/server/src/integrity/jobs/store-jobs.ts';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { SqliteQueryWorker } from '../../packages/server/src/workers/query-worker.ts';
import { openServed, type ServedApp } from '../support/apps/served-app.ts';
import { wait } from '../support/apps/test-app.ts';
import { jumpingClock } from '../support/clocks/jumping-clock.ts';
import { hang, say } from '../support/scripted/script-lines.ts';
import { bothStores } from '../support/stores/both-stores.ts';

const { stores } = bothStores();
/** A backup that its reader abandons ends within a minute. */
const maxAbandonedMs = 60_000;
const jumpMs = 4000;
const params = { workspaceId: localWorkspaceId };
const isBuiltIn = async () => true;

interface Progress {
  done: number;
  total: number;
}

async function openChat({ owner }: ServedApp): Promise<ThreadId> {
  return (await owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'Hello there' } })).chatId;
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L62] a backup and a check in a separate thread give the same results as on the loop: ${kind}`, async () => {
    const place = await stores[kind]();
    await using served = await openServed({ script: [say('Done.')], store: place });
    for (let chats = 0; chats < 12; chats += 1) {
      const chatId = await openChat(served);
      while ((await served.owner.getChat({ params: { ...params, chatId } })).status === 'active') await wait(5);
    }
    await using jobs = new StoreJobs(place);
    const lines: string[] = [];
    for await (const line of backupStore(place, 7)) lines.push(line);
    const pieces: string[] = [];
    for await (const piece of jobs.backUp(7)) pieces.push(piece);
    assert.equal(pieces.join(''), lines.join(''));
    assert.deepEqual(await jobs.verify({ isBuiltIn }), await verifyStore(place, isBuiltIn));
    const asked = new Set<string>();
    const findings = await jobs.verify({
      isBuiltIn: async (_workspaceId, agentId) => {
        asked.add(agentId);
        return false;
      },
    });
    const here = await verifyStore(place, async () => false);
    assert.deepEqual(findings, here);
  });
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L62] the thread of a backup and of a check reports its progress, and the server logs it: ${kind}`, async () => {
    const store = await stores[kind]();
    const logged: [string, Progress][] = [];
    await using served = await openServed({
      ...{ script: [say('Done.')], store, progressMs: 0 },
      onInfo: (about, message) => void ('total' in about && logged.push([message, about as Progress])),
    });
    for (let chats = 0; chats < 5; chats += 1) {
      const chatId = await openChat(served);
      while ((await served.owner.getChat({ params: { ...params, chatId } })).status === 'active') await wait(5);
    }
    const { log } = served.served.retinue;
    const events = (await log.read({ workspaceId: localWorkspaceId, after: 0, limit: 1000 })).length;
    await served.owner.verify({});
    const backup = await (await served.owner.backUp({})).text();
    const [checked, backedUp] = ['Verifying chats.', 'Backing up rows.'].map((wanted) =>
      logged.filter(([message]) => message === wanted).map(([, progress]) => progress),
    );
    assert.deepEqual(
      checked,
      [1, 2, 3, 4, 5].map((done) => ({ done, total: 5 })),
    );
    const total = backedUp?.[0]?.total ?? 0;
    assert.ok(total >= events, `${total} rows with ${events} events`);
    const rows = backup.trimEnd().split('\n').length - 2;
    assert.deepEqual(
      backedUp,
      Array.from({ length: rows }, (_, index) => ({ done: index + 1, total })),
    );
  });
}

test('[L62] progress is reported once in a time, not for every row', async () => {
  const store = await stores.sqlite();
  await using served = await openServed({ script: [hang()], store });
  await openChat(served);
  await using jobs = new StoreJobs(store, 60_000);
  const reported: number[] = [];
  for await (const piece of jobs.backUp(1, (done) => reported.push(done))) assert.ok(piece.length > 0);
  await jobs.verify({ isBuiltIn, onProgress: (done) => reported.push(done) });
  assert.deepEqual(reported, []);
});

test('[L61] usage, a search and chats by their title are read from SQLite in the thread, and nothing else is', async () => {
  await using served = await openServed({ script: [say('Done.')], store: await stores.sqlite() });
  const { owner } = served;
  const chatId = await openChat(served);
  const search = () => owner.search({ params, query: { q: 'hello' } });
  while ((await search()).results.length === 0) await wait(20);
  using read = new ThreadReads();
  const asksOf = async (request: () => Promise<unknown>) => {
    read.texts = [];
    await request();
    return read.texts;
  };
  const long = {
    usage: await asksOf(() => owner.getUsage({ params, query: {} })),
    search: await asksOf(search),
    titles: await asksOf(() => owner.listChats({ params, query: { title: 'hello' } })),
  };
  assert.deepEqual(
    Object.values(long).map(([first = 'not asked']) => /^[^:]*/.exec(first)?.[0]),
    ['retinue.db', 'search.db', 'retinue.db'],
  );
  assert.match(long.usage.join('\n'), /from thread where/);
  assert.match(long.usage.join('\n'), /from task where/);
  assert.match(long.search.join('\n'), /search_words MATCH/);
  assert.match(long.titles.join('\n'), /title/);
  const short = [() => owner.listChats({ params, query: {} }), () => owner.getChat({ params: { ...params, chatId } })];
  for (const request of short) assert.deepEqual(await asksOf(request), []);
});

test('[L62] jobs wait for a place, end when they are stopped, and a failed one affects no other', async () => {
  const place = await stores.sqlite();
  await using served = await openServed({ script: [hang()], store: place });
  await openChat(served);
  const jobs = new StoreJobs(place);
  const held = [jobs.backUp(1), jobs.backUp(2)];
  for (const one of held) await one.next();
  let isDone = false;
  const waiting = jobs.verify({ isBuiltIn }).then((findings) => {
    isDone = true;
    return findings;
  });
  await wait(50);
  assert.equal(isDone, false, 'two are running already');
  await held[0]?.return(undefined);
  assert.deepEqual(await waiting, []);
  await using absent = new StoreJobs({ kind: 'sqlite', directory: '/absent/directory' });
  await assert.rejects(absent.verify({ isBuiltIn }), { name: 'StoreError', code: 'missing' });
  const stopping = new AbortController();
  stopping.abort();
  await assert.rejects(jobs.verify({ isBuiltIn, signal: stopping.signal }), { code: 'closed' });
  const [first, second] = [jobs.verify({ isBuiltIn }), jobs.verify({ isBuiltIn })];
  const ended = Promise.allSettled([first, second]);
  await jobs[Symbol.asyncDispose]();
  await assert.rejects(jobs.verify({ isBuiltIn }), { code: 'closed' });
  for (const settled of await ended) assert.equal(settled.status, 'rejected');
  assert.deepEqual(served.errors, []);
});

test('[L62.1] the list of jobs names a running backup with its progress, and nothing after its end', async () => {
  await using served = await openServed({ script: [hang()], progressMs: 0 });
  const chatId = await openChat(served);
  const text = 'x'.repeat(250_000);
  for (let count = 0; count < 60; count += 1) {
    await served.owner.sendMessage({ params: { ...params, chatId }, body: { text } });
  }
  assert.deepEqual(await served.owner.listJobs({}), { results: [] });
  const socket = await startedBackup(served);
  const job = await until(async () => (await served.owner.listJobs({})).results.find(({ done }) => done > 0));
  assert.equal(job.kind, 'backup');
  assert.ok(job.total !== null && job.done < job.total, `${job.done} of ${job.total} rows`);
  socket.destroy();
  await until(async () => (await served.owner.listJobs({})).results.length === 0 || undefined);
});

test('[L63] a backup that its reader abandons releases the store: one that disconnects, and one that stalls', async () => {
  const clock = jumpingClock();
  await using served = await openServed({ script: [hang()], replacements: { clock } });
  const chatId = await openChat(served);
  // More than the buffers of both ends of a connection take.
  const text = 'x'.repeat(250_000);
  for (let count = 0; count < 60; count += 1) {
    await served.owner.sendMessage({ params: { ...params, chatId }, body: { text } });
  }
  for (const how of ['leaves', 'takes nothing']) {
    const socket = await startedBackup(served);
    await served.owner.sendMessage({ params: { ...params, chatId }, body: { text: 'More' } });
    assert.equal(isPinned(served.directory), true, `${how}: its snapshot is held while it reads`);
    if (how === 'leaves') socket.destroy();
    let passedMs = 0;
    const startedMs = performance.now();
    while (isPinned(served.directory)) {
      if (how === 'takes nothing') {
        clock.jump(jumpMs);
        passedMs += jumpMs;
      }
      // A jump is longer than what a busy machine takes to end the job.
      for (let polls = 0; polls < 25 && isPinned(served.directory); polls += 1) await wait(20);
    }
    passedMs += performance.now() - startedMs;
    assert.ok(passedMs <= maxAbandonedMs, `${how}: its snapshot was held for ${passedMs} ms`);
    socket.destroy();
  }
  assert.deepEqual(served.errors, []);
});

test('[L63] a check whose client disconnects ends without an error', async () => {
  await using served = await openServed({ script: [say('Done.')] });
  for (let times = 0; times < 5; times += 1) {
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 20);
    const headers = { authorization: `Bearer ${served.token}` };
    const answered = fetch(`${served.url}/api/verify`, { method: 'POST', headers, signal: leaving.signal });
    await assert.rejects(answered, { name: 'AbortError' });
  }
  assert.deepEqual((await served.owner.verify({})).findings, []);
  assert.deepEqual(served.errors, []);
});

/** Records what is read in the thread, each with its file. */
class ThreadReads implements Disposable {
  texts: string[] = [];
  readonly #ask = SqliteQueryWorker.prototype.ask;

  constructor() {
    const [reads, ask] = [this, this.#ask];
    SqliteQueryWorker.prototype.ask = function (this: SqliteQueryWorker, file, text, values) {
      reads.texts.push(`${basename(file)}: ${text}`);
      return ask.call(this, file, text, values);
    };
  }

  [Symbol.dispose](): void {
    SqliteQueryWorker.prototype.ask = this.#ask;
  }
}

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  while (true) {
    const value = await look();
    if (value !== undefined) return value;
    await wait(5);
  }
}

/** A reader that requests a backup and reads only its beginning. */
async function startedBackup({ url, token }: ServedApp): Promise<Socket> {
  const { port } = new URL(url);
  const socket = createConnection(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET /api/backup HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await new Promise<void>((resolve) => socket.once('readable', () => resolve()));
  return socket;
}

/** Whether some reader still holds an older state of the file: then its write-ahead log can't be emptied. */
function isPinned(directory: string): boolean {
  using database = new DatabaseSync(join(directory, 'retinue.db'));
  const [row] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  return Number(row?.busy) === 1;
}
