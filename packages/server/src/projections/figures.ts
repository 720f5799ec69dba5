import type { ThreadNode } from '@retinue/protocol';
import { costOf, dollars, totalTokens } from '@retinue/protocol';

/** Numbers as a person reads them in a row: `340 ms`, `4.1 s`, `2 min 5 s`, `4.1k tok`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Without the jitter of milliseconds, for a row that is drawn again and again. */
export function ticking(milliseconds: number): string {
  return milliseconds < 1000 ? `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s` : duration(milliseconds);
}

function tokens({ usage }: Pick<ThreadNode, 'usage'>): string {
  const total = totalTokens(usage);
  const about = usage.estimatedTokens > 0 ? '~' : '';
  if (total < 1000) return `${about}${total} tok`;
  return total < 1_000_000
    ? `${about}${(total / 1000).toFixed(1)}k tok`
    : `${about}${(total / 1_000_000).toFixed(1)}M tok`;
}

/** What it cost, where something was paid; blank where not. */
function money(spent: Spent): string {
  const costMicros = costOf(spent.usage);
  if (costMicros === 0) return '';
  return `${isPartial(spent) ? 'at least ' : ''}${spent.usage.estimatedTokens > 0 ? '~' : ''}${dollars(costMicros)}`;
}

/** Whether a part of it, or of what is below it, has no known price. */
function isPartial({ unpricedTokens = 0, thread, tasks = [] }: Omit<Spent, 'usage'>): boolean {
  return (
    unpricedTokens > 0 ||
    (thread?.unpricedTokens ?? 0) > 0 ||
    tasks.some(({ child }) => child !== null && isPartial(child))
  );
}

/** A node of the tree, a thread by itself, or one step or outcome. */
type Spent = Pick<ThreadNode, 'usage'> & Partial<Pick<ThreadNode, 'thread' | 'tasks'>> & { unpricedTokens?: number };

/** Tokens, and money if there was any: `4.1k tok · $0.03`. */
export function cost(node: Spent): string {
  return [tokens(node), money(node)].filter((part) => part !== '').join(' · ');
}

export function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

export function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/** Calls of a thread itself; what its tasks did counts with them. */
export function callsIn({ thread }: ThreadNode): number {
  return thread.items.reduce((sum, item) => sum + (item.type === 'step' ? item.calls.length : 0), 0);
}
