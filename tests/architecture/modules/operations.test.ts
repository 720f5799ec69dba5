import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { routes } from '@retinue/protocol';
import { loadOperations } from '../../../packages/server/src/http/load-operations.ts';

const folders = ['commands', 'queries', 'http/endpoints'].map((path) => `packages/server/src/${path}`);

test('[H13] every route comes from one command or query, in the file of its name', async () => {
  const names = (await Promise.all(folders.map(namesIn))).flat();
  assert.deepEqual(names.toSorted(), Object.keys(routes).toSorted());
  // Refuses a file that does not export the value of its name.
  assert.deepEqual([...(await loadOperations()).keys()].toSorted(), names.toSorted());
});

async function namesIn(folder: string): Promise<string[]> {
  const paths = await readdir(folder, { recursive: true });
  return paths.flatMap((path) => {
    const file = /^[^/]+\/([^/]+)\.ts$/.exec(path)?.[1];
    return file && !file.endsWith('.test') ? [file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] : [];
  });
}
