import type { UsageReport } from '@retinue/protocol';
import { dollars } from '@retinue/protocol';
import { duration, shortNumber } from '../../views/figures.ts';
import { oneLine } from '../../views/plain-text.ts';
import { barOf } from '../chart/draw-chart.ts';
import type { Terminal } from '../output/terminal.ts';
import { cut, widthOf } from '../output/width.ts';
import { statsHeaders } from './copy.ts';

type AgentUsage = UsageReport['agents'][number];
type DayUsage = UsageReport['days'][number];

/** Three tables: the cost of each agent with a total, the outcomes of its tasks, and the last days. */
export function drawStats({ agents, days }: UsageReport, terminal: Pick<Terminal, 'columns' | 'paint'>): string[] {
  const total = { ...agents.reduce(addAgents), name: 'all' };
  const maxTokens = Math.max(...agents.map(tokensOf), 1);
  const rows = agents.map((agent) => [...agentCells(agent), bar(tokensOf(agent) / maxTokens)]);
  const delegated = agents.filter(({ tasks, questions }) => tasks + questions > 0);
  const recent = days.slice(-maxDays);
  const maxDayTokens = Math.max(...recent.map(({ tokens }) => tokens), 1);
  const tables = [
    [statsHeaders.agents, ...rows, [...agentCells(total), '']],
    ...(delegated.length > 0 ? [[statsHeaders.outcomes, ...delegated.map(outcomeCells)]] : []),
    [statsHeaders.days, ...recent.map((day) => [...dayCells(day), bar(day.tokens / maxDayTokens)])],
  ];
  return tables.flatMap((table, index) => {
    const [head = '', ...lines] = align(table).map((line) => cut(line, terminal.columns()));
    return [...(index > 0 ? [''] : []), terminal.paint.dim(head), ...lines];
  });
}

function agentCells(agent: AgentUsage): string[] {
  const { threads, steps, inputTokens, outputTokens, estimatedTokens, workedMs, tasks, retries } = agent;
  const spent = [inputTokens, outputTokens, estimatedTokens].map(shortNumber);
  const counts = [`${threads}`, `${steps}`, ...spent, duration(workedMs), `${tasks}`];
  return [nameOf(agent), ...counts, percent(successOf(agent)), `${retries}`];
}

function outcomeCells(agent: AgentUsage): string[] {
  const { succeeded, failed, cancelled, emptyResults, questions, medianMs, p95Ms } = agent;
  const counts = [succeeded, failed, cancelled, emptyResults, questions].map(String);
  const times = [medianMs, p95Ms].map((time) => (time === null ? '–' : duration(time)));
  const success = successOf(agent);
  return [nameOf(agent), ...counts, ...times, moneyOf(agent), success === null ? '' : bar(success)];
}

function dayCells({ day, chats, tasks, successRate, workedMs, tokens }: DayUsage): string[] {
  return [day, `${chats}`, `${tasks}`, percent(successRate), duration(workedMs), shortNumber(tokens)];
}

/** An unknown price is said to be unknown; money next to it is a lower bound. */
function moneyOf(agent: AgentUsage): string {
  const { costMicros, unpricedTokens } = agent;
  if (unpricedTokens > 0) return costMicros === 0 ? 'unknown' : `at least ${dollars(costMicros)}`;
  return tokensOf(agent) === 0 ? '–' : dollars(costMicros);
}

function nameOf({ name }: AgentUsage): string {
  return cut(oneLine(name), maxName);
}

/** Share of the ended tasks that succeeded. */
function successOf({ succeeded, failed, cancelled }: AgentUsage): number | null {
  const ended = succeeded + failed + cancelled;
  return ended === 0 ? null : succeeded / ended;
}

function percent(rate: number | null): string {
  return rate === null ? '–' : `${Math.round(rate * 100)}%`;
}

function bar(share: number): string {
  return barOf(share * barWidth);
}

function addAgents(left: AgentUsage, right: AgentUsage): AgentUsage {
  const sums = Object.entries(left).map(([key, value]) => [
    key,
    typeof value === 'number' ? value + Number(right[key as keyof AgentUsage]) : value,
  ]);
  return Object.fromEntries(sums);
}

function tokensOf({ inputTokens, outputTokens, estimatedTokens }: AgentUsage): number {
  return inputTokens + outputTokens + estimatedTokens;
}

/** Names to the left, numbers to the right; the last column is a bar. */
function align(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const space = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
      return column === 0 || column === row.length - 1 ? cell + space : space + cell;
    });
    return cells.join('  ').trimEnd();
  });
}

const maxDays = 14;
const barWidth = 12;
const maxName = 24;
