import { agentIdSchema, threadIdSchema, type UsageRange, type UsageReport, usageRangeSchema } from '@retinue/protocol';
import { figureCopy } from '../copy.ts';
import { formatElapsed } from './figures.ts';

export type AgentUsage = UsageReport['agents'][number];
export type DayUsage = UsageReport['days'][number];

/** Measure that the charts show. */
const measures = ['tasks', 'tokens', 'money', 'time'] as const;
export type Measure = (typeof measures)[number];

/** Filters of a report, as in the URL. */
export interface UsageSearch {
  from?: string;
  to?: string;
  agent?: string;
  chat?: string;
  measure?: Measure;
}

/** Keeps the valid parts of a URL's query. */
export function usageSearch(raw: Record<string, unknown>): UsageSearch {
  const { from, to, agent, chat, measure } = raw;
  return {
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(agentIdSchema.safeParse(agent).success ? { agent: String(agent) } : {}),
    ...(threadIdSchema.safeParse(chat).success ? { chat: String(chat) } : {}),
    ...(isMeasure(measure) && measure !== 'tasks' ? { measure } : {}),
  };
}

export function rangeOf({ from, to, agent, chat }: UsageSearch): UsageRange {
  return usageRangeSchema.parse({ from, to, agentId: agent, chatId: chat });
}

function isDay(value: unknown): value is string {
  return value !== undefined && usageRangeSchema.shape.from.safeParse(value).success;
}

function isMeasure(value: unknown): value is Measure {
  return measures.some((measure) => measure === value);
}

export function sumOf<Row>(rows: readonly Row[], pick: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + pick(row), 0);
}

export function tokensOf(row: { inputTokens: number; outputTokens: number; estimatedTokens: number }): number {
  return row.inputTokens + row.outputTokens + row.estimatedTokens;
}

export function formatRate(rate: number | null): string {
  return rate === null ? figureCopy.none : `${Math.round(rate * 100)}%`;
}

export function formatWorkTime(ms: number | null): string {
  return ms === null ? figureCopy.none : formatElapsed(ms);
}

const summed = [
  ...(['chats', 'tasks', 'succeeded', 'failed', 'cancelled'] as const),
  ...(['tokens', 'costMicros', 'unpricedTokens', 'workedMs'] as const),
];

/** A day, or a week that begins with it. */
export type Span = Pick<DayUsage, 'day' | (typeof summed)[number]>;

/** Days, including those without usage; weeks if there are too many days. */
export function spansOf(days: readonly DayUsage[], { from, to }: UsageSearch): { spans: Span[]; isWeekly: boolean } {
  const worked = days.map(({ day }) => day).toSorted();
  const last = msOf(to ?? worked.at(-1) ?? new Date().toISOString().slice(0, 10));
  const weekAgo = last - 6 * dayMs;
  const first = from ? msOf(from) : Math.min(worked[0] ? msOf(worked[0]) : weekAgo, weekAgo);
  const count = Math.round((last - first) / dayMs) + 1;
  const isWeekly = count > maxDays;
  const spanMs = isWeekly ? 7 * dayMs : dayMs;
  const length = Math.min(Math.ceil((count * dayMs) / spanMs), maxSpans);
  const spans = Array.from({ length }, (_, index) => {
    const begins = last + dayMs - (length - index) * spanMs;
    return spanOf(
      begins,
      days.filter(({ day }) => msOf(day) >= begins && msOf(day) < begins + spanMs),
    );
  });
  return { spans, isWeekly };
}

function spanOf(begins: number, days: readonly DayUsage[]): Span {
  const sums = Object.fromEntries(summed.map((field) => [field, sumOf(days, (day) => day[field])]));
  return { ...(sums as Omit<Span, 'day'>), day: new Date(begins).toISOString().slice(0, 10) };
}

function msOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

const dayMs = 24 * 60 * 60_000;
const maxDays = 45;
const maxSpans = 104;
