import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median, show } from './figures.ts';
import { printNote } from './table.ts';
import { temporaryDirectory } from './temporary.ts';

/** Time that this disk takes to make a page durable, which bounds every commit. */
export function printFsyncTime(): void {
  using directory = temporaryDirectory();
  const file = openSync(join(directory.path, 'page'), 'w');
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 200 }, (_, index) => {
    const startedAt = performance.now();
    writeSync(file, page, 0, page.length, index * page.length);
    fsyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  const sorted = times.sort((left, right) => left - right);
  printNote(`fsync of one 4 KB page: median ${show(median(times))} ms, 99th of 100 ${show(sorted[197] ?? 0)} ms.`);
}
