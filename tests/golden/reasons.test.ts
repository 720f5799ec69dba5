import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { LogEvent, Reason } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { restoreStore } from '../../packages/server/src/integrity/restore/restore.ts';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import type { PostgresServer } from '../postgres/server.ts';
import { startPostgres } from '../postgres/server.ts';
import { importInto } from '../support/apps/import-into.ts';
import { openTestApp, temporaryDirectory } from '../support/apps/test-app.ts';
import { readGolden } from './logs.ts';
import { copyGoldenFile, goldenFile, loadGoldenDump } from './open-golden.ts';

/* The store of the last release that stored sentences where reasons belong now. */
const release = '512ff6f';
const folders: string[] = [];
let postgres: PostgresServer;
before(async () => {
  postgres = await startPostgres();
});
after(async () => {
  await postgres[Symbol.asyncDispose]();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test('[L46] sentences of an earlier release in a file are read as text, and stay as they were written', async () => {
  const place = await copyGoldenFile(`${release}.db`, await newFolder());
  assert.ok(place.kind === 'sqlite');
  const stored = () => {
    using database = new DatabaseSync(join(place.directory, 'retinue.db'));
    const rows = database.prepare('SELECT id, reason, is_empty FROM task ORDER BY id').all();
    return JSON.stringify([rows, database.prepare('SELECT * FROM log_event ORDER BY position').all()]);
  };
  const before = stored();
  await readsTexts(place);
  assert.equal(stored(), before);
});

test('[L46] so are those in a database', async () => {
  const place = await loadGoldenDump(release, postgres);
  assert.ok(place.kind === 'postgres');
  const name = new URL(place.url).pathname.slice(1);
  const stored = async () => [
    await postgres.query('SELECT id, reason, is_empty FROM task ORDER BY id', name),
    await postgres.query('SELECT * FROM log_event ORDER BY position', name),
  ];
  const before = await stored();
  await readsTexts(place);
  assert.deepEqual(await stored(), before);
});

test('[L46] so are those in a backup', async () => {
  const place: StorePlace = { kind: 'sqlite', directory: await newFolder() };
  const lines = createInterface({ input: createReadStream(goldenFile(`${release}-backup.jsonl`)) });
  await restoreStore(place, lines, { force: false, now: Date.now() });
  await readsTexts(place);
});

test('[L46] so are those in an exported chat', async () => {
  const lines = (await readGolden('worded', 'events.jsonl')).trim().split('\n');
  const all = lines.map((line): LogEvent => JSON.parse(line));
  const { rootId } = all.find(({ type }) => type === 'thread.rewound') ?? assert.fail('nothing was rewound');
  const events = all.filter((event) => event.rootId === rootId);
  const exported = { format: 'retinue-export', version: 1, exportedAt: 1, events, blobs: {} };
  const directory = await newFolder();
  await using app = await openTestApp({ script: [], directory });
  const { chatId } = await importInto(app, JSON.stringify(exported));
  const text = "The model's answer was cut off at its length limit.";
  const ends = (await app.events(chatId)).flatMap(reasonOfEnd);
  assert.ok(ends.length >= 3);
  for (const reason of ends) assert.deepEqual(reason, { code: 'text', text });
  await app.stop();
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory }), []);
});

async function readsTexts(store: StorePlace): Promise<void> {
  const directory = store.kind === 'sqlite' ? store.directory : await newFolder();
  await using app = await openTestApp({ script: [], directory, store });
  const chats = await app.log.readModels.chats(localWorkspaceId, { limit: 100 });
  const chat = chats.find(({ title }) => title === 'Fail for good') ?? assert.fail('no chat');
  const thread = await app.log.thread(localWorkspaceId, chat.threadId);
  assert.deepEqual(thread?.outcome?.reason, { code: 'text', text: 'Refused.' });
  const step = thread.items.find((item) => item.type === 'step');
  assert.deepEqual(step?.cut?.message, { code: 'text', text: 'Refused.' });
  const { agents } = await app.log.readModels.stats(localWorkspaceId, {});
  assert.equal(
    agents.reduce((sum, { emptyResults }) => sum + emptyResults, 0),
    1,
  );
  await app.stop();
  assert.deepEqual(await verifyStore(store), []);
}

/** Reasons of events whose task or call ended with a result of its own, or went back to one. */
function reasonOfEnd({ type, data }: LogEvent): Reason[] {
  if (type === 'thread.rewound') return data.serves?.reason ? [data.serves.reason] : [];
  if (type === 'call.ended') return data.error ? [data.error] : [];
  return (type === 'task.ended' || type === 'thread.ended') && data.reason ? [data.reason] : [];
}

async function newFolder(): Promise<string> {
  const folder = await temporaryDirectory();
  folders.push(folder);
  return folder;
}
