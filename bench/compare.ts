import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { median, show } from './support/figures.ts';
import { printNote, printTable } from './support/table.ts';

const run = promisify(execFile);

interface Options {
  /** Another checkout of this project, with its dependencies installed. */
  against: string;
  pairs: number;
  only: string;
  rounds: number;
}

/**
 * Runs the same benches in another checkout and in this one, in turn, and compares the medians of every figure that
 * both print. Figures are matched by their place in the tables, so that a table may be renamed.
 */
export async function compareCheckouts({ against, pairs, only, rounds }: Options): Promise<void> {
  const other = resolve(against);
  const script = join('bench', 'run.ts');
  if (!existsSync(join(other, script))) throw new Error(`${other} has no ${script}. Name a checkout of this project.`);
  const before = new Map<string, Figure>();
  const after = new Map<string, Figure>();
  const args = [script, '--rounds', String(rounds), ...(only ? ['--only', only] : [])];
  for (let pair = 1; pair <= pairs; pair += 1) {
    // The order alternates, so that a machine that slows down affects both alike.
    const order = [
      { cwd: other, figures: before },
      { cwd: process.cwd(), figures: after },
    ];
    for (const { cwd, figures } of pair % 2 === 0 ? order.reverse() : order) {
      const { stdout } = await run(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
      addFigures(figures, stdout);
    }
    console.error(`(pair ${pair} of ${pairs})`);
  }
  printComparison(before, after, pairs);
}

interface Figure {
  name: string;
  values: number[];
}

function addFigures(figures: Map<string, Figure>, output: string): void {
  let table = 0;
  let row = 0;
  let title = '';
  let head: string[] = [];
  for (const line of output.split('\n')) {
    if (line.startsWith('### ')) {
      table += 1;
      row = 0;
      title = line.slice(4);
      head = [];
    } else if (line.startsWith('|') && !line.startsWith('|-')) {
      const cells = line.split('|').slice(1, -1);
      if (head.length > 0) row += 1;
      else head = cells.map((cell) => cell.trim());
      if (row === 0) continue;
      for (const [column, cell] of cells.entries()) {
        if (column === 0) continue;
        for (const [index, value] of numbersIn(cell).entries()) {
          const key = [table, row, column, index].join(' ');
          const name = [title, cells[0]?.trim(), head[column]].filter(Boolean).join(' · ');
          figures.getOrInsertComputed(key, () => ({ name, values: [] })).values.push(value);
        }
      }
    }
  }
}

function numbersIn(cell: string): number[] {
  return (cell.replaceAll(',', '').match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
}

function printComparison(before: Map<string, Figure>, after: Map<string, Figure>, pairs: number): void {
  const rows = [...after].flatMap(([key, { name, values }]) => {
    const old = before.get(key);
    if (!old) return [];
    const [was, is] = [median(old.values), median(values)];
    return [[name, show(was), show(is), was === 0 ? '' : `${(is / was).toFixed(2)}×`]];
  });
  printTable(`Medians of ${pairs} pairs`, ['', 'other', 'this', 'ratio'], rows);
  printNote('Where less is better, a ratio above 1.05 is worse. Throughput is the reverse.');
}
