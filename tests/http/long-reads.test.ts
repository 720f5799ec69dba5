import assert from 'node:assert/strict';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId, type ThreadId } from '@retinue/protocol';
import { backupStore } from '../../packages/server/src/integrity/backup/backup.ts';
import { StoreJobs } from '../../packages/server/src/integrity/jobs/store-jobs.ts';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { hang, say } from '../../packages/server/src/models/script-lines.ts';
import { bothStores } from '../support/both-stores.ts';
import { wait } from '../support/house.ts';
import { jumpingClock } from '../support/jumping-clock.ts';
import { openServed, type ServedHouse } from '../support/served.ts';

const { stores } = bothStores();
const params = { workspaceId: localWorkspaceId };
const isBuiltIn = async () => true;

async function openChat({ owner }: ServedHouse): Promise<ThreadId> {
  return (await owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'Hello there' } })).chatId;
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L62] a backup and a check in a thread of their own are those of the loop: ${kind}`, async () => {
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

test('[L62] jobs wait for a place, end when they are stopped, and one that fails hurts no other', async () => {
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

test('[L63] a backup that its reader abandons lets go of the store: one that leaves, and one that takes nothing', async () => {
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
    while (isPinned(served.directory)) {
      if (how === 'takes nothing') clock.jump(8000);
      await wait(20);
    }
    socket.destroy();
  }
  assert.deepEqual(served.errors, []);
});

test('[L63] a check whose client leaves ends without an error', async () => {
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

/** A reader that asks for a backup and takes no more than its beginning. */
async function startedBackup({ url, token }: ServedHouse): Promise<Socket> {
  const { port } = new URL(url);
  const socket = createConnection(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET /api/backup HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  await new Promise<void>((resolve) => socket.once('readable', () => resolve()));
  return socket;
}

/** Whether somebody still reads an older state of the file: then its write-ahead log can't be emptied. */
function isPinned(directory: string): boolean {
  using database = new DatabaseSync(join(directory, 'retinue.db'));
  const [row] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  return Number(row?.busy) === 1;
}
