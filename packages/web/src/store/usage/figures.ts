import { costOf, dollars, totalTokens, type Usage } from '@retinue/protocol';
import { figureCopy as copy } from '../copy.ts';

export function formatElapsed(ms: number): string {
  if (ms > 0 && ms < 9950) return copy.seconds(Number((ms / 1000).toFixed(1)));
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return copy.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return copy.minutes(minutes, String(seconds % 60).padStart(2, '0'));
  return copy.hours(Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0'));
}

/** Exact once ended; in whole seconds until then. */
export function elapsedMs(from: number, endedAt: number | null, now: number): number {
  return endedAt === null ? Math.floor(Math.max(0, now - from) / 1000) * 1000 : endedAt - from;
}

export function formatTokens(tokens: number): string {
  return copy.tokens(shortTokens(tokens));
}

function shortTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 100_000) return `${(tokens / 1000).toFixed(1)}k`;
  return tokens < 1_000_000 ? `${Math.round(tokens / 1000)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

export function formatUsage(usage: Usage): string {
  return formatCost(totalTokens(usage), costOf(usage));
}

interface Spent {
  tokens: number;
  costMicros: number;
  isFree: boolean;
  /** Whether a part of it has no known price. */
  isPartial?: boolean;
}

/** Spent money. Without a known price the amount is unknown, not $0. */
export function formatMoney({ tokens, costMicros, isFree, isPartial = false }: Spent): string {
  if (costMicros === 0 && tokens > 0 && !isFree) return copy.unknown;
  return isPartial ? copy.atLeastAlone(dollars(costMicros)) : dollars(costMicros);
}

/** Tokens, and the money if any is known: a lower bound if some of the tokens have no known price. */
export function formatCost(tokens: number, costMicros: number, unpricedTokens = 0): string {
  if (costMicros === 0) return formatTokens(tokens);
  const money = dollars(costMicros);
  return `${formatTokens(tokens)} · ${unpricedTokens > 0 ? copy.atLeast(money) : money}`;
}

export function formatAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return copy.now;
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h`;
  return new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

/** Deadline of an approval, or that it has passed. */
export function formatLapse(lapsesAt: number, now: number): string {
  if (now >= lapsesAt) return copy.lapsed;
  const day = lapsesAt - now > 12 * 3_600_000 ? ({ weekday: 'short', day: 'numeric', month: 'short' } as const) : {};
  const time = new Date(lapsesAt).toLocaleString(undefined, { hour: 'numeric', minute: '2-digit', ...day });
  return copy.lapses(time, formatElapsed(Math.ceil((lapsesAt - now) / 1000) * 1000));
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
