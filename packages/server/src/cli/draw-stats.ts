import type { UsageReport } from '@retinue/protocol';
import { dollars } from '@retinue/protocol';
import { duration } from '../projections/figures.ts';
import { cut, oneLine, widthOf } from '../projections/text.ts';
import type { Paint } from './paint.ts';

interface StatsPage {
  columns(): number;
  paint: Paint;
}

type Agent = UsageReport['agents'][number];

/** Two tables: by agent with a total, and the last days. */
export function drawStats({ agents, days }: UsageReport, page: StatsPage): string[] {
  const total = agents.reduce(addAgents);
  const most = Math.max(...agents.map(tokensOf), 1);
  const rows = agents.map((agent) => [...cellsOf(agent), bar(tokensOf(agent) / most)]);
  const table = align([heads, ...rows, [...cellsOf({ ...total, name: 'all' }), '']]);
  const recent = days.slice(-mostDays);
  const busiest = Math.max(...recent.map(({ tokens }) => tokens), 1);
  const byDay = align([
    ['day (UTC)', 'chats', 'tasks', 'cost', 'tokens', ''],
    ...recent.map(({ day, chats, tasks, tokens, costMicros }) => [
      day,
      `${chats}`,
      `${tasks}`,
      paid({ costMicros }),
      short(tokens),
      bar(tokens / busiest),
    ]),
  ]);
  return [...fitted(table, page), '', ...fitted(byDay, page)];
}

const heads = [
  'agent',
  'threads',
  'steps',
  'in',
  'out',
  '~est',
  'worked',
  'tasks',
  'success',
  'retries',
  'cost',
  'tokens',
];

function cellsOf(agent: Agent): string[] {
  const { threads, steps, inputTokens, outputTokens, estimatedTokens, workedMs, tasks, retries } = agent;
  const spent = [inputTokens, outputTokens, estimatedTokens].map(short);
  const name = cut(oneLine(agent.name), longestName);
  const outcomes = [`${tasks}`, successOf(agent), `${retries}`, paid(agent)];
  return [name, `${threads}`, `${steps}`, ...spent, duration(workedMs), ...outcomes];
}

function paid({ costMicros }: { costMicros: number }): string {
  return costMicros === 0 ? '–' : dollars(costMicros);
}

/** Of the tasks that have ended. */
function successOf({ succeeded, failed, cancelled }: Agent): string {
  const ended = succeeded + failed + cancelled;
  return ended === 0 ? '–' : `${Math.round((succeeded / ended) * 100)}%`;
}

function addAgents(left: Agent, right: Agent): Agent {
  const sums = Object.entries(left).map(([key, value]) => [
    key,
    typeof value === 'number' ? value + Number(right[key as keyof Agent]) : value,
  ]);
  return Object.fromEntries(sums);
}

function tokensOf({ inputTokens, outputTokens, estimatedTokens }: Agent): number {
  return inputTokens + outputTokens + estimatedTokens;
}

function short(number: number): string {
  if (number < 1000) return `${number}`;
  return number < 1_000_000 ? `${(number / 1000).toFixed(1)}k` : `${(number / 1_000_000).toFixed(1)}M`;
}

function bar(share: number): string {
  const halves = Math.round(share * barWidth * 2);
  return '█'.repeat(Math.floor(halves / 2)) + (halves % 2 === 1 ? '▌' : '') || '▏';
}

/** Names to the left, numbers to the right; the last column is a bar. */
function align(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_head, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
        return column === 0 || column === row.length - 1 ? cell + space : space + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}

function fitted(table: readonly string[], { columns, paint }: StatsPage): string[] {
  const [head = '', ...rest] = table.map((line) => cut(line, columns()));
  return [paint.dim(head), ...rest];
}

const mostDays = 14;
const barWidth = 12;
const longestName = 24;
