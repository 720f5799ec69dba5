import { openStore } from './stores/open-store.ts';
import { writeWaitingThreads } from './stores/waiting-store.ts';
import { runChild } from './support/child.ts';
import { medianOf, ratio, show } from './support/figures.ts';
import { printTable } from './support/table.ts';
import { temporaryDirectory } from './support/temporary.ts';
import type { Rest } from './waiting-process.ts';

const threads = 10_000;

/** Cost of waiting threads to a process that has just started: they should be rows and nothing else. */
export async function benchWaiting(rounds: number): Promise<void> {
  using full = temporaryDirectory();
  using empty = temporaryDirectory();
  const writing = await openStore(full.path);
  await writeWaitingThreads(writing, threads);
  await writing.stop(0);
  const waiting: Rest[] = [];
  const idle: Rest[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(await startOn(empty.path));
    waiting.push(await startOn(full.path));
  }
  const megabytes = (rests: Rest[]) => medianOf(rests, (rest) => rest.megabytes);
  const started = (rests: Rest[]) => medianOf(rests, (rest) => rest.startedMs);
  printTable(
    'A fresh process, started and at rest',
    ['store', 'started, ms', 'to empty', 'RSS after GC, MB', 'over empty, MB'],
    [
      ['empty', show(started(idle)), '', show(megabytes(idle)), ''],
      [
        `${threads.toLocaleString('en')} waiting threads`,
        show(started(waiting)),
        ratio(started(waiting), started(idle)),
        show(megabytes(waiting)),
        show(megabytes(waiting) - megabytes(idle)),
      ],
    ],
  );
}

function startOn(directory: string): Promise<Rest> {
  const file = new URL('./waiting-process.ts', import.meta.url);
  return runChild<Rest>({ file, args: [directory], nodeOptions: ['--expose-gc'] });
}
