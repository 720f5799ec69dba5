import type { FactFields, TaskState, ThreadNode, ThreadState } from '@retinue/protocol';
import { costOf, dollars, totalTokens } from '@retinue/protocol';

/* Short text on times, numbers, costs and tasks, for the terminal and for documents. */

/** Such as `340 ms`, `4.1 s` or `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Such as `340`, `4.1k` or `2.0M`. */
export function shortNumber(number: number): string {
  if (number < 1000) return `${number}`;
  return number < 1_000_000 ? `${(number / 1000).toFixed(1)}k` : `${(number / 1_000_000).toFixed(1)}M`;
}

/** A node of the tree, a thread by itself, or one step or outcome. */
type Spent = Pick<ThreadNode, 'usage'> & Partial<Pick<ThreadNode, 'thread' | 'tasks'>> & { unpricedTokens?: number };

/** Tokens and money: `4.1k tok · $0.03`. An unknown price is said to be unknown; what is free is tokens only. */
export function cost(spent: Spent): string {
  const isUnknown = costOf(spent.usage) === 0 && isPartial(spent);
  return isUnknown ? `${rowCost(spent)} · price unknown` : rowCost(spent);
}

/** The same for a row of many, without the words on an unknown price. */
export function rowCost(spent: Spent): string {
  const { usage } = spent;
  const about = usage.estimatedTokens > 0 ? '~' : '';
  const tokens = `${about}${shortNumber(totalTokens(usage))} tok`;
  const costMicros = costOf(usage);
  return costMicros === 0 ? tokens : `${tokens} · ${isPartial(spent) ? 'at least ' : ''}${about}${dollars(costMicros)}`;
}

/** Whether a part of it, or of its tasks, has no known price. */
function isPartial({ unpricedTokens = 0, thread, tasks = [] }: Omit<Spent, 'usage'>): boolean {
  return (
    unpricedTokens > 0 ||
    (thread?.unpricedTokens ?? 0) > 0 ||
    tasks.some(({ child }) => child !== null && isPartial(child))
  );
}

type TaskOrigin = Pick<TaskState | FactFields<'task.opened'>, 'attempt' | 'reactivates' | 'isBackground'>;

/** How a task began, where that is special: as a retry, with the memory of an earlier task, in the background. */
export function taskNote({ attempt, reactivates, isBackground }: TaskOrigin): string {
  const origin = reactivates ? 'continued' : attempt > 1 ? `attempt ${attempt}` : '';
  return [origin, isBackground ? 'in the background' : ''].filter((part) => part !== '').join(' · ');
}

/** The person who imported a chat, the time, and the age of its file. */
export function importNote({ at, by, exportedAt }: NonNullable<ThreadState['imported']>): string {
  const who = by.startsWith('person:') ? by.slice('person:'.length) : by;
  return `Imported by ${who} at ${new Date(at).toISOString()}, exported at ${new Date(exportedAt).toISOString()}`;
}
