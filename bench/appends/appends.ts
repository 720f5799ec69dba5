import { openStore } from '../stores/open-store.ts';
import { median, ratio, show } from '../support/figures.ts';
import { printNote, printTable } from '../support/table.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { RawStore } from './raw-store.ts';
import { readRows } from './rows.ts';
import { openThreads, type Work, wavesFor } from './work.ts';

const scenes: Work[] = [
  { appendsAtOnce: 1, waves: 300 },
  { appendsAtOnce: 10, waves: 120 },
  { appendsAtOnce: 100, waves: 60 },
];

/** Appends of the log, with all its checks, folds and projections, against the same rows written by hand. */
export async function benchAppends(rounds: number): Promise<void> {
  const rows: string[][] = [];
  for (const work of scenes) {
    const recorded = await runLog(work);
    const log: number[] = [];
    const raw: number[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const [logMs, rawMs] = [(await runLog(work)).wallMs, runRaw(recorded)];
      if (round < 0) continue;
      log.push(logMs);
      raw.push(rawMs);
    }
    const perSecond = (times: number[], count: number) => show((count * 1000) / median(times));
    const appends = work.appendsAtOnce * work.waves;
    const written = recorded.rows.transactions.reduce((sum, transaction) => sum + transaction.length, 0);
    rows.push([
      `${work.appendsAtOnce} appends, ${show(written / work.waves)} rows`,
      perSecond(log, appends),
      perSecond(log, written),
      perSecond(raw, written),
      ratio(median(raw), median(log)),
    ]);
  }
  const head = ['in one transaction', 'log: appends/s', 'log: rows/s', 'raw: rows/s', 'log to raw'];
  printTable('Appends: the log against raw node:sqlite (WAL, synchronous=FULL)', head, rows);
  printNote(
    'Rows are events and projections. The raw side has its values ready: it serialises, checks and folds nothing.',
  );
}

async function runLog(work: Work) {
  using directory = temporaryDirectory();
  const retinue = await openStore(directory.path);
  const pens = await openThreads(retinue, work.appendsAtOnce);
  const waves = wavesFor(pens, retinue.ids, work.waves);
  const startedAt = performance.now();
  for (const wave of waves) await Promise.all(wave.map((append) => append(retinue)));
  const wallMs = performance.now() - startedAt;
  await retinue.stop(0);
  return { wallMs, rows: readRows(directory.path, work) };
}

function runRaw({ rows }: Awaited<ReturnType<typeof runLog>>): number {
  using directory = temporaryDirectory();
  using store = new RawStore(directory.path, rows);
  const startedAt = performance.now();
  for (const transaction of rows.transactions) store.write(transaction);
  return performance.now() - startedAt;
}
