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
type Day = UsageReport['days'][number];

/** Three tables: what each agent cost with a total, what came of its tasks, and the last days. */
export function drawStats({ agents, days }: UsageReport, page: StatsPage): string[] {
  const total = agents.reduce(addAgents);
  const most = Math.max(...agents.map(tokensOf), 1);
  const rows = agents.map((agent) => [...cellsOf(agent), bar(tokensOf(agent) / most)]);
  const table = align([heads, ...rows, [...cellsOf({ ...total, name: 'all' }), '']]);
  const delegated = agents.filter(({ tasks, questions }) => tasks + questions > 0);
  const outcomes = align([outcomeHeads, ...delegated.map((agent) => [nameOf(agent), ...outcomesOf(agent)])]);
  const recent = days.slice(-mostDays);
  const busiest = Math.max(...recent.map(({ tokens }) => tokens), 1);
  const byDay = align([dayHeads, ...recent.map((day) => [...dayCells(day), bar(day.tokens / busiest)])]);
  const tables = [table, ...(delegated.length > 0 ? [outcomes] : []), byDay];
  return tables.flatMap((drawn, index) => [...(index > 0 ? [''] : []), ...fitted(drawn, page)]);
}

const heads = ['agent', 'threads', 'steps', 'in', 'out', '~est', 'worked', 'tasks', 'success', 'retries', 'tokens'];
const dayHeads = ['day (UTC)', 'chats', 'tasks', 'success', 'worked', 'tokens', ''];
const outcomeHeads = ['tasks of', 'done', 'failed', 'stopped', 'empty', 'asked', 'median', 'p95', 'cost', 'success'];

function cellsOf(agent: Agent): string[] {
  const { threads, steps, inputTokens, outputTokens, estimatedTokens, workedMs, tasks, retries } = agent;
  const spent = [inputTokens, outputTokens, estimatedTokens].map(short);
  const figures = [`${threads}`, `${steps}`, ...spent, duration(workedMs), `${tasks}`, percent(rateOf(agent))];
  return [nameOf(agent), ...figures, `${retries}`];
}

function outcomesOf(agent: Agent): string[] {
  const { succeeded, failed, cancelled, emptyResults, questions, medianMs, p95Ms, costMicros } = agent;
  const counts = [succeeded, failed, cancelled, emptyResults, questions].map(String);
  const rate = rateOf(agent);
  return [...counts, time(medianMs), time(p95Ms), money(costMicros), rate === null ? '' : bar(rate)];
}

function dayCells({ day, chats, tasks, successRate, workedMs, tokens }: Day): string[] {
  return [day, `${chats}`, `${tasks}`, percent(successRate), duration(workedMs), short(tokens)];
}

function nameOf({ name }: Agent): string {
  return cut(oneLine(name), longestName);
}

/** Of the tasks that have ended. */
function rateOf({ succeeded, failed, cancelled }: Agent): number | null {
  const ended = succeeded + failed + cancelled;
  return ended === 0 ? null : succeeded / ended;
}

function percent(rate: number | null): string {
  return rate === null ? '–' : `${Math.round(rate * 100)}%`;
}

function time(milliseconds: number | null): string {
  return milliseconds === null ? '–' : duration(milliseconds);
}

function money(costMicros: number): string {
  return costMicros === 0 ? '–' : dollars(costMicros);
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
