import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { localWorkspaceId, storedId } from '@retinue/protocol';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { seededRandom } from '../../../../../tests/support/random/seeded-random.ts';
import { writeRichStore } from '../../../../../tests/support/stores/rich-store.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import type { RecordKind } from '../../ports/log/record-shapes.ts';
import { readChats } from '../../read-models/chats.ts';
import { Reads } from '../reads.ts';
import { sqliteAsk, sqliteReads, statementCache } from '../sqlite/connection.ts';
import { openForReading } from '../sqlite/open.ts';

let folder = '';
before(async () => {
  folder = await temporaryDirectory();
  mkdirSync(join(folder, 'whole'));
  await writeRichStore(join(folder, 'whole'));
  using database = new DatabaseSync(join(folder, 'whole', 'retinue.db'));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
});
after(() => rmSync(folder, { recursive: true, force: true }));

const flips = 120;

test(`[L33] none of ${flips} changed places of a file changes a chat without being reported`, async (context) => {
  const whole = await readEverything(join(folder, 'whole'));
  assert.ok(whole.size > 50);
  const random = seededRandom(20_261);
  const seen = { reported: 0, unreadable: 0, unchanged: 0 };
  for (let flip = 0; flip < flips; flip += 1) {
    const { directory, told } = flipped(flip, random);
    const findings = await verifyStore({ kind: 'sqlite', directory }).catch(() => null);
    const read = await readEverything(directory).catch(() => null);
    const changed = read && [...whole].filter(([place, text]) => read.get(place) !== text).map(([place]) => place);
    if (!findings || !read) seen.unreadable += 1;
    else if (findings.length > 0) seen.reported += 1;
    else {
      assert.deepEqual(changed, [], `${told} changed this, and verify said nothing`);
      seen.unchanged += 1;
    }
    rmSync(directory, { recursive: true });
  }
  context.diagnostic(JSON.stringify(seen));
  assert.ok(seen.reported > flips / 10, JSON.stringify(seen));
});

/** A copy of the store with one to sixteen bytes of one page changed, past the file's header. */
function flipped(number: number, random: () => number): { directory: string; told: string } {
  const directory = join(folder, `flipped-${number}`);
  mkdirSync(directory);
  const path = join(directory, 'retinue.db');
  copyFileSync(join(folder, 'whole', 'retinue.db'), path);
  const bytes = readFileSync(path);
  const first = 100 + Math.floor(random() * (bytes.length - 120));
  const count = 1 + Math.floor(random() * 16);
  for (let at = first; at < first + count; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  writeFileSync(path, bytes);
  return { directory, told: `${count} bytes from ${first}` };
}

/** Every readable event, every record, and the list of chats, each under its place. */
async function readEverything(directory: string): Promise<Map<string, string>> {
  const { database, close } = openForReading(directory);
  try {
    const ask = sqliteAsk(directory, statementCache(database));
    const reads = new Reads(ask, sqliteReads);
    const read = new Map<string, string>();
    for (const { id } of await ask('SELECT id FROM thread_number', [])) {
      const events = await reads.eventsOf(String(id) as never).catch(() => []);
      for (const event of events) read.set(`${id} ${event.seq}`, JSON.stringify({ ...event, position: 0 }));
    }
    for (const row of await ask('SELECT workspace_id, kind, id FROM record', [])) {
      const place = { kind: row.kind as RecordKind, id: String(row.id) };
      const record = await reads.record(storedId.workspace(row.workspace_id), place).catch(() => null);
      if (record) read.set(`${place.kind} ${place.id}`, JSON.stringify(record));
    }
    for (const chat of await readChats({ kind: 'sqlite', ask }, localWorkspaceId, { limit: 100 }))
      read.set(chat.threadId, JSON.stringify(chat));
    return read;
  } finally {
    close();
  }
}
