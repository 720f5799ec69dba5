import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { backupFile, writeFile } from '../../../../bench/files/sample-files.ts';
import type { Watched } from '../../../../bench/files/watched.ts';
import { runChild } from '../../../../bench/support/child.ts';
import { temporaryDirectory } from '../../../../tests/support/apps/test-app.ts';
import { bothStores } from '../../../../tests/support/stores/both-stores.ts';

const { stores } = bothStores();

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L59.1] a restore grows its process by much less than the size of the backup: ${kind}`, async (context) => {
    const place = await stores[kind]();
    const directory = await temporaryDirectory();
    context.after(() => rmSync(directory, { recursive: true, force: true }));
    const backup = join(directory, 'backup');
    await writeFile(backup, backupFile(60e6, 60));
    const megabytes = statSync(backup).size / 2 ** 20;
    const { growthMb, told } = await runChild<Watched & { told: string }>({
      file: new URL('../../../../bench/files/restore-process.ts', import.meta.url),
      args: [place.kind === 'postgres' ? place.url : join(place.directory, 'store'), backup],
      nodeOptions: ['--expose-gc'],
    });
    context.diagnostic(`${growthMb.toFixed(0)} MB more for a backup of ${megabytes.toFixed(0)} MB`);
    assert.match(told, /^3\d{4} events$/);
    // About 30 MB; with all of the file in memory, or a heap that is not bounded, it is 140 and more.
    assert.ok(growthMb < megabytes * 0.75, `${growthMb.toFixed(0)} MB more for a backup of ${megabytes.toFixed(0)} MB`);
  });
}
