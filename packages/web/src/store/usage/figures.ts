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

export interface Spent {
  tokens: number;
  costMicros: number;
  /** Part of the tokens without a known price. */
  unpricedTokens: number;
}

export function spentOf(usage: Usage, unpricedTokens: number): Spent {
  return { tokens: totalTokens(usage), costMicros: costOf(usage), unpricedTokens };
}

/** Spent money. Without a known price the amount is unknown, or a lower bound, but not $0. */
export function formatMoney({ costMicros, unpricedTokens }: Omit<Spent, 'tokens'>): string {
  if (unpricedTokens === 0) return dollars(costMicros);
  return costMicros === 0 ? copy.unknown : copy.atLeastAlone(dollars(costMicros));
}

/** Tokens, and the money: nothing if it is free, a lower bound if some of the tokens have no known price. */
export function formatCost(spent: Spent): string {
  const { text, title } = formatRowCost(spent);
  return title === undefined ? text : `${text} · ${copy.priceUnknown}`;
}

/** The same for a dense row, where a tooltip says that the price is unknown. */
export function formatRowCost({ tokens, costMicros, unpricedTokens }: Spent): { text: string; title?: string } {
  const text = formatTokens(tokens);
  if (costMicros === 0) return unpricedTokens > 0 ? { text, title: copy.priceUnknownAlone } : { text };
  const money = dollars(costMicros);
  return { text: `${text} · ${unpricedTokens > 0 ? copy.atLeast(money) : money}` };
}

export function formatAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return copy.now;
  if (minutes < 60) return copy.minutesAgo(minutes);
  if (minutes < 24 * 60) return copy.hoursAgo(Math.floor(minutes / 60));
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
