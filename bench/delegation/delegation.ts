import { startPostgres } from '../../tests/postgres/server.ts';
import { runChild, withServer } from '../support/child.ts';
import { medianOf, ratio, show } from '../support/figures.ts';
import { printNote, printTable } from '../support/table.ts';
import type { Measured, Measurements } from './contestant.ts';
import { type ContestantName, contestants } from './contestants.ts';

/** A whole delegation, side by side: each contestant in a fresh process, in turn, for a number of rounds. */
export async function benchDelegation(rounds: number): Promise<void> {
  const names = Object.keys(contestants) as ContestantName[];
  await using database = await startPostgres();
  process.env.DATABASE_URL = await database.createDatabase(); // for the process of that contestant
  const results = new Map<ContestantName, Measurements[]>(names.map((name) => [name, []]));
  await withServer({ file: new URL('./model-server.ts', import.meta.url) }, async (url) => {
    const deadline = performance.now() + longestMs;
    for (let round = 0; round < rounds && performance.now() < deadline; round += 1) {
      for (const name of names) results.get(name)?.push(await runContestant(name, url));
    }
  });
  const done = results.get('bare')?.length ?? 0;
  printFigures('One request: 1 parent → 4 children × 8 tool rounds (38 steps)', names, results, 'one');
  printFigures('200 chats at once of 2 children × 4 tool rounds (2,400 steps)', names, results, 'many');
  printNote(
    `Medians of ${done} rounds${done < rounds ? ', all that there was time for on this busy machine' : ''}. Event-loop delay by monitorEventLoopDelay, resolution 10: an idle loop shows about 10.`,
  );
}

/** The whole bench must end within minutes, also on a busy machine. */
const longestMs = 600_000;

function runContestant(name: ContestantName, url: string): Promise<Measurements> {
  const file = new URL('./contestant.ts', import.meta.url);
  return runChild<Measurements>({ file, args: ['--name', name, '--url', url], nodeOptions: ['--expose-gc'] });
}

function printFigures(
  title: string,
  names: readonly ContestantName[],
  results: ReadonlyMap<ContestantName, Measurements[]>,
  part: keyof Measurements,
): void {
  const figure = (name: ContestantName, of: keyof Measured) =>
    medianOf(results.get(name) ?? [], (round) => round[part][of]);
  const rows = names.map((name) => {
    const wall = figure(name, 'wallMs');
    const cpu = figure(name, 'cpuMsPerStep');
    return [
      contestants[name].title,
      show(wall),
      ratio(wall, figure('bare', 'wallMs')),
      show(cpu),
      ratio(cpu, figure('bare', 'cpuMsPerStep')),
      ratio(cpu, figure('minimal', 'cpuMsPerStep')),
      show(figure(name, 'delayP50Ms')),
      show(figure(name, 'delayP99Ms')),
      show(figure(name, 'peakMegabytes')),
    ];
  });
  const head = ['', 'wall ms', 'to bare', 'CPU ms/step', 'to bare', 'to minimal', 'delay p50', 'p99 ms', 'peak RSS MB'];
  printTable(title, head, rows);
}
