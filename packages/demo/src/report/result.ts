import type { Phrases } from '../language/phrases.ts';
import type { Figures } from './figures.ts';

/** The result of a piece of work, before it is written as text. */
export interface Result {
  succeeded: boolean;
  /** One finding each; a line that begins with # is a heading. */
  facts: string[];
  /** Comparisons of the facts, and missing data. */
  remarks: string[];
  sources: string[];
  /** The numbers behind the facts, to be drawn. */
  figures: Figures[];
  /** Questions that can be asked next. */
  next: string[];
}

export function success(facts: string[], rest: Partial<Result> = {}): Result {
  return { succeeded: true, facts, remarks: [], sources: [], figures: [], next: [], ...rest };
}

export function failure(...remarks: string[]): Result {
  return { succeeded: false, facts: [], remarks, sources: [], figures: [], next: [] };
}

/*
 * A result on its way from a child to its parent is text, as it would be from any model: facts and remarks as lines, the
 * sources, then the figures as Markdown tables under a bold title, then the next questions behind arrows.
 */
export function writeResult(result: Result, phrases: Phrases): string {
  const { facts, remarks, sources, figures, next } = result;
  const told = [...facts, ...remarks, ...(sources.length > 0 ? [phrases.sources(sources)] : [])].join('\n');
  return [told, ...figures.map(writeFigures), next.map((question) => `→ ${question}`).join('\n')]
    .filter(Boolean)
    .join('\n\n');
}

export function readResult(text: string, succeeded: boolean): Result {
  const result: Result = { succeeded, facts: [], remarks: [], sources: [], figures: [], next: [] };
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || isRule(line)) continue;
    const cells = cellsOf(line);
    if (cells) addRow(result.figures, cells);
    else readLine(result, line.replace(/^- /, ''));
  }
  result.figures = result.figures.filter(({ points, series }) => points.length > 0 && series.length > 0);
  return result;
}

export function writeFigures({ title, unit, axis, points, series }: Figures): string {
  const rows = points.map((point, index) => [point, ...series.map(({ values }) => String(values[index] ?? ''))]);
  const header = [axis, ...series.map(({ name }) => name)];
  return [
    `**${title}**${unit ? ` · ${unit}` : ''}`,
    writeRow(header),
    writeRow(header.map(() => '---')),
    ...rows.map(writeRow),
  ].join('\n');
}

function readLine(result: Result, line: string): void {
  const sources = /^(?:Sources?|מקורות|מקור): (.+?)\.?$/.exec(line)?.[1];
  const [, title, unit = ''] = /^\*\*(.+?)\*\*(?: · (.+))?$/.exec(line) ?? [];
  if (sources) result.sources.push(...sources.split('; '));
  else if (title) result.figures.push({ title, unit, axis: '', points: [], series: [] });
  else if (line.startsWith('→ ')) result.next.push(line.slice(2));
  else if (/^(?:Note|הערה): /.test(line)) result.remarks.push(line);
  else result.facts.push(line);
}

/** The first row of a table names its columns; a table without a title above it is not drawn. */
function addRow(tables: Figures[], [first = '', ...rest]: string[]): void {
  const table = tables.at(-1);
  if (!table) return;
  if (table.axis === '') {
    table.axis = first || '·';
    table.series = rest.map((name) => ({ name, values: [] }));
    return;
  }
  table.points.push(first);
  for (const [index, { values }] of table.series.entries()) values.push(numberIn(rest[index] ?? ''));
}

function numberIn(cell: string): number | null {
  const value = Number(cell);
  return cell === '' || !Number.isFinite(value) ? null : value;
}

function writeRow(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
}

function cellsOf(line: string): string[] | null {
  if (!line.startsWith('|') || !line.endsWith('|')) return null;
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function isRule(line: string): boolean {
  return /^\|(?:\s*:?-+:?\s*\|)+$/.test(line);
}
