import { costOf, dollars, totalTokens, type Usage } from '@retinue/protocol';

/** Numbers as people read them. */
export function elapsedWords(ms: number): string {
  if (ms > 0 && ms < 9950) return `${Number((ms / 1000).toFixed(1))}s`;
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}

/** Of what has ended, exactly; of what goes on, in whole seconds. */
export function elapsedMs(from: number, endedAt: number | null, now: number): number {
  return endedAt === null ? Math.floor(Math.max(0, now - from) / 1000) * 1000 : endedAt - from;
}

export function tokenWords(tokens: number): string {
  if (tokens < 1000) return `${tokens} tok`;
  if (tokens < 100_000) return `${(tokens / 1000).toFixed(1)}k tok`;
  return tokens < 1_000_000 ? `${Math.round(tokens / 1000)}k tok` : `${(tokens / 1_000_000).toFixed(1)}M tok`;
}

export function usageWords(usage: Usage): string {
  return costWords(totalTokens(usage), costOf(usage));
}

interface Spent {
  tokens: number;
  costMicros: number;
  isFree: boolean;
  /** Whether a part of it has no known price. */
  isPartial?: boolean;
}

/** Money that was spent by known prices. Without a price it is not known what was spent, which is not the same as $0. */
export function moneyWords({ tokens, costMicros, isFree, isPartial }: Spent): string {
  if (costMicros === 0 && tokens > 0 && !isFree) return 'Unknown';
  return `${isPartial ? 'At least ' : ''}${dollars(costMicros)}`;
}

/** Tokens, and money where any is known to have been spent; a lower bound if some of the tokens have no known price. */
export function costWords(tokens: number, costMicros: number, unpricedTokens = 0): string {
  if (costMicros === 0) return tokenWords(tokens);
  return `${tokenWords(tokens)} · ${unpricedTokens > 0 ? 'at least ' : ''}${dollars(costMicros)}`;
}

export function agoWords(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h`;
  return new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

/** Until when something can be approved, or that it is too late. */
export function lapseWords(lapsesAt: number, now: number): string {
  if (now >= lapsesAt) return 'Asked too long ago to be approved.';
  const day = lapsesAt - now > 12 * 3_600_000 ? ({ weekday: 'short', day: 'numeric', month: 'short' } as const) : {};
  const time = new Date(lapsesAt).toLocaleString(undefined, { hour: 'numeric', minute: '2-digit', ...day });
  return `Can be approved until ${time}, ${elapsedWords(Math.ceil((lapsesAt - now) / 1000) * 1000)} left.`;
}

export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
