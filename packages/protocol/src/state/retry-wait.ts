import type { Reason } from '../events/reason.ts';
import { reasonText } from '../messages/people/reasons/copy.ts';
import type { ThreadState } from './thread-state.ts';

/** A thread's wait for its next attempt: the error of the last one, and the seconds left. */
export interface RetryWait {
  message: Reason;
  seconds: number;
}

/** Null unless the thread waits. Never longer than intended, though the reader's clock may differ from the server's. */
export function retryWait({ retryAt, items, openStep }: ThreadState, now: number): RetryWait | null {
  const last = items.findLast((item) => item.type === 'step');
  if (retryAt === null || openStep || !last?.cut || last.cut.final) return null;
  const meantMs = Math.max(0, retryAt - (last.endedAt ?? last.at));
  const leftMs = Math.min(meantMs, Math.max(0, retryAt - now));
  return { message: last.cut.message, seconds: Math.ceil(leftMs / 1000) };
}

export function retryMessage({ message, seconds }: RetryWait): string {
  return `${reasonText(message)} ${seconds > 0 ? `Retrying in ${waitText(seconds)}.` : 'Retrying now.'}`;
}

function waitText(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
