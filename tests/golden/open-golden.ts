import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import type { PostgresServer } from '../postgres/server.ts';

/** Stores that earlier releases wrote, killed in the middle of their work. See stores/make-store.ts. */
export const goldenReleases = ['d413b2f', '232ce44', '619bfc4', '512ff6f', '1ff4823'] as const;
export type GoldenRelease = (typeof goldenReleases)[number];

export function goldenFile(name: string): URL {
  return new URL(`stores/${name}`, import.meta.url);
}

/** A copy of a golden SQLite store in a directory. */
export async function copyGoldenFile(name: string, directory: string): Promise<StorePlace> {
  await mkdir(directory, { recursive: true });
  await copyFile(goldenFile(name), join(directory, 'retinue.db'));
  return { kind: 'sqlite', directory };
}

/** A database with the content of a golden dump. */
export async function loadGoldenDump(release: GoldenRelease, server: PostgresServer): Promise<StorePlace> {
  const url = await server.createDatabase();
  const name = new URL(url).pathname.slice(1);
  await server.query(await readFile(goldenFile(`${release}.sql`), 'utf8'), name);
  return { kind: 'postgres', url };
}

/** Loads the content of a folder of golden files into an empty store. */
export async function fillFromGolden(place: StorePlace, folder: string): Promise<void> {
  const read = async (name: string) => gunzipSync(await readFile(new URL(`${folder}/${name}.gz`, import.meta.url)));
  if (place.kind === 'sqlite') return writeFile(join(place.directory, 'retinue.db'), await read('sqlite.db'));
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await client.query(String(await read('postgres.sql')));
  await client.end();
}
