import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { shapeAfter } from '../../packages/server/src/log/migrations/store-shape.ts';
import { openStore } from '../../packages/server/src/log/open-store.ts';
import { postgresMigrations } from '../../packages/server/src/log/postgres/migrations.ts';
import { sqliteMigrations } from '../../packages/server/src/log/sqlite/migrations.ts';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import type { PostgresServer } from '../postgres/server.ts';
import { startPostgres } from '../postgres/server.ts';
import { temporaryDirectory } from '../support/apps/test-app.ts';
import { startChild } from '../support/processes/child-process.ts';
import { copyGoldenFile, loadGoldenDump } from './open-golden.ts';

const folders: string[] = [];
let postgres: PostgresServer;
before(async () => {
  postgres = await startPostgres();
});
after(async () => {
  await postgres[Symbol.asyncDispose]();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Hashes of all migrations. A line is added with a new one, and none is ever changed. */
const released = {
  sqlite: [
    'cc3daedb2608181b55550338e167dcccfbb3b244d4956e6bffcf0ba02913f277',
    '8debc1922978f4e588e70e7bd88f8efa0bc3b183064a6c158f33fb025ce75c7b',
    '3bc893a5393146db9bd614cbf2a5b0dae90d69f07f1c01740b61009fa10d3e1e',
    '54cb542f94b07234d61be2c31390e06c7064536f6f8c804cab5fc5eefd2ff916',
    '0917bb0a0458eae4319b243f1435cf589ce8cddf260bcfd45417cd3b451c201a',
    '5c0b0220a6102a9be32cac47b1c8f500474eca501a89e09c24e2f701032a7dc9',
    'f3a56488bc2863e622e4fd3d65a56af82692976eae2a8bbe609cf8814914e7c8',
    '66f187d70b443eed709c116f432212d5f1d7f865748884320f2fb9a67ba21c45',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '7423105a34ea12e6e3cb911ac9b49d201d4f532d7bf484c4fd544469e747bcdb',
  ],
  postgres: [
    'ed90b8521878f2cf1a3526b068fd15a24ad02433f27d1aaf4a3ea041979cd85f',
    '039e8117ac01b97370d60b51a5aa8c119f06909afa0cd6034fcabb21c51cd5c1',
    'fc275d9e2be2627d8e69b5a862acc9b8978fa3a190ee6ada4e2dc227286bc06a',
    '8fdc38343e2e574789a42a32b8e26024426016baa3387e98aff3377491a76514',
    '24b890e9706bc339bade6bc5a4653a9e603795ca81c72071830c2fcc517956c2',
    'a62e95bc390bfdf9b5161aaebba0628551ef105603152a20161d7778596ceb19',
    '5c0b0220a6102a9be32cac47b1c8f500474eca501a89e09c24e2f701032a7dc9',
    'cc6b7760d8b6687ebcdc1c192a697426e25bfc5da19f5609aa629507dcd1c88a',
    '93cffb0e7aee504312b2bba38b25ce9fab61dedfba6f04a476c3217dc30a4310',
    '777ab31d82c948e8672415d31d3dd395cdb4db7337889490f77d26f97004cf52',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'af795a718f6212196b0fcca0257595b2ab002a8a703ae954a2e63662bf94a775',
  ],
};

test('[L31.2] a released migration is never edited', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  assert.deepEqual(sqliteMigrations.map(hash), released.sqlite);
  assert.deepEqual(postgresMigrations.map(hash), released.postgres);
});

test('[L31] a fresh store has the tables and columns that its migrations name', async () => {
  const directory = await newFolder();
  await openAndClose({ kind: 'sqlite', directory });
  using database = new DatabaseSync(join(directory, 'retinue.db'));
  const ofFile = database.prepare(`SELECT owner.name || '.' || part.name AS place FROM sqlite_schema AS owner
    JOIN pragma_table_info(owner.name) AS part WHERE owner.type = 'table' AND owner.name NOT LIKE 'sqlite_%'`);
  assert.deepEqual(placesIn(ofFile.all()), namedPlaces(sqliteMigrations));
  const url = await postgres.createDatabase();
  await openAndClose({ kind: 'postgres', url });
  const ofDatabase = await postgres.query(
    `SELECT columns.table_name || '.' || column_name AS place FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'store_version'`,
    new URL(url).pathname.slice(1),
  );
  assert.deepEqual(placesIn(ofDatabase), namedPlaces(postgresMigrations));
});

function placesIn(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map(({ place }) => String(place)).sort();
}

function namedPlaces(migrations: readonly string[]): string[] {
  return [...shapeAfter(migrations)]
    .flatMap(([table, columns]) => [...columns].map((name) => `${table}.${name}`))
    .sort();
}

test('[L31.1] a file whose tables are not those of its format is refused, unchanged, with what to do', async () => {
  const place = await copyGoldenFile('619bfc4.db', await newFolder());
  assert.ok(place.kind === 'sqlite');
  using database = new DatabaseSync(join(place.directory, 'retinue.db'));
  database.exec('ALTER TABLE question DROP COLUMN is_for_person; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const before = fingerprint(place.directory);
  const refusal = { code: 'corrupt', message: /format 4, but question\.is_for_person is missing.*Restore a backup/ };
  await assert.rejects(openAndClose(place), refusal);
  assert.equal(fingerprint(place.directory), before);
});

test('[L31.1] a database whose tables are not those of its format is refused, unchanged, with what to do', async () => {
  const place = await loadGoldenDump('619bfc4', postgres);
  assert.ok(place.kind === 'postgres');
  const name = new URL(place.url).pathname.slice(1);
  await postgres.query('ALTER TABLE question DROP COLUMN is_for_person', name);
  await assert.rejects(openAndClose(place), { code: 'corrupt', message: /question\.is_for_person is missing/ });
  assert.deepEqual(await postgres.query('SELECT version FROM store_version', name), [{ version: '4' }]);
  const tables = await postgres.query("SELECT 1 FROM pg_class WHERE relname = 'store_note'", name);
  assert.deepEqual(tables, []);
});

/** How often each upgrade is killed. The long run does so at more places. */
const kills = Number(process.env.RETINUE_UPGRADE_KILLS ?? 6);
const upgrades = { d413b2f: 2 * kills, '232ce44': kills, '619bfc4': kills };

for (const [release, points] of Object.entries(upgrades)) {
  test(`[L31] killed at ${points} places of its upgrade, a file of ${release} is the old one or the new one`, async () => {
    const original = await copyGoldenFile(`${release}.db`, await newFolder());
    const counted = await copyGoldenFile(`${release}.db`, await newFolder());
    assert.ok(original.kind === 'sqlite' && counted.kind === 'sqlite');
    const old = fingerprint(original.directory);
    const total = await upgrade(counted, null);
    const upgraded = fingerprint(counted.directory);
    assert.notEqual(old, upgraded);
    for (const point of spread(total, points)) {
      const place = await copyGoldenFile(`${release}.db`, await newFolder());
      assert.ok(place.kind === 'sqlite');
      assert.equal(await upgrade(place, point), 'SIGKILL');
      const left = fingerprint(place.directory);
      assert.ok(left === old || left === upgraded, `killed at statement ${point} of ${total}`);
      await openAndClose(place);
      assert.equal(fingerprint(place.directory), upgraded);
      assert.deepEqual(await verifyStore(place), []);
    }
  });
}

test(`[L31] killed at ${kills} places of its upgrade, a database of d413b2f is the old one or the new one`, async () => {
  const counted = await loadGoldenDump('d413b2f', postgres);
  const total = Number(await upgrade(counted, null));
  for (const point of spread(total, kills)) {
    const place = await loadGoldenDump('d413b2f', postgres);
    assert.ok(place.kind === 'postgres');
    assert.equal(await upgrade(place, point), 'SIGKILL');
    const name = new URL(place.url).pathname.slice(1);
    const isOld = (await postgres.query("SELECT 1 FROM pg_class WHERE relname = 'log_event'", name)).length === 0;
    const [version] = await postgres.query('SELECT version FROM store_version', name);
    assert.equal(version?.version, isOld ? '1' : String(postgresMigrations.length));
    await openAndClose(place);
    assert.deepEqual(await verifyStore(place), []);
  }
});

/** Upgrades in another process; returns the number of statements, or the error that ended it before. */
async function upgrade(place: StorePlace, dieAt: number | null): Promise<number | string> {
  const script = fileURLToPath(new URL('upgrade-and-die.ts', import.meta.url));
  const child = startChild([script, JSON.stringify(place), ...(dieAt === null ? [] : [String(dieAt)])], {});
  let said = '';
  child.process.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const { code, signal } = await child.ended;
  if (signal) return signal;
  assert.equal(code, 0, child.complaints());
  return Number(said);
}

function spread(total: number | string, points: number): number[] {
  return Array.from({ length: points }, (_, index) => 1 + Math.floor((index * (Number(total) - 1)) / (points - 1)));
}

/** Everything in a file, as it would be read now. */
function fingerprint(directory: string): string {
  using database = new DatabaseSync(join(directory, 'retinue.db'));
  const schema = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => String(name));
  const rows = tables.map((name) => database.prepare(`SELECT * FROM ${name}`).all());
  return JSON.stringify([database.prepare('PRAGMA user_version').get(), schema, rows]);
}

async function openAndClose(place: StorePlace): Promise<void> {
  const store = await openStore(place, { readOnly: false, now: 1 });
  await store.close();
}

async function newFolder(): Promise<string> {
  const folder = await temporaryDirectory();
  folders.push(folder);
  return folder;
}
