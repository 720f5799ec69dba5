import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { routes } from '@retinue/protocol';
import { loadOperations } from '../../../packages/server/src/http/load-operations.ts';

const folders = ['commands', 'queries', 'http/endpoints'].map((path) => `packages/server/src/${path}`);

test('[H13] every route comes from one command or query, in the file of its name or in one table', async () => {
  const names = (await Promise.all(folders.map(namesIn))).flat();
  assert.deepEqual(names.toSorted(), Object.keys(routes).toSorted());
  // Refuses a file that exports anything else, and a route that comes twice.
  assert.deepEqual([...(await loadOperations()).keys()].toSorted(), names.toSorted());
});

/** The name of a file is that of its only export; a table has the names of its rows. */
async function namesIn(folder: string): Promise<string[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) =>
    /^[^/]+\/[^/]+(?<!\.test)\.ts$/.test(path),
  );
  const names = paths.map(async (path) => {
    const module: object = await import(resolve(folder, path));
    const tables = Object.values(module).filter((exported) => Array.isArray(exported));
    if (tables.length > 0) return tables.flat().map(({ name }: { name: string }) => name);
    const file = path.slice(path.indexOf('/') + 1, -'.ts'.length);
    return [file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
  });
  return (await Promise.all(names)).flat();
}
