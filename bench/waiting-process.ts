import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from './stores/open-store.ts';
import { megabyte } from './support/figures.ts';

/*
 * A fresh process on a store: the time until its first sweep is done, and its memory at rest.
 */
export interface Rest {
  startedMs: number;
  megabytes: number;
}

const retinue = await openStore(process.argv[2] ?? '');
retinue.start();
await retinue.log.owing(Date.now());
const startedMs = performance.now();
await sleep(300);
for (let round = 0; round < 3; round += 1) globalThis.gc?.();
await sleep(50);
const rest: Rest = { startedMs, megabytes: process.memoryUsage().rss / megabyte };
await retinue.stop(0);
console.log(JSON.stringify(rest));
