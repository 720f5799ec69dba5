import type { ThreadState } from '@retinue/protocol';
import { defaultProviderRetryMs } from '@retinue/protocol';
import { describeDuration } from '../limits/describe-duration.ts';
import type { Cut } from './step.ts';

/** How long to wait before the next attempt, or the words with which the step fails. */
export type RetryPlan = { waitMs: number } | { failure: string };

/**
 * Decides on the next attempt at a step that a provider failed. An outage is waited for as long as the limits of the chat
 * say, counted over all attempts in the log, so that a restart does not begin anew. Any other error gets three attempts.
 */
export function planRetry(thread: ThreadState, cut: Cut, workedMs: number, random: () => number): RetryPlan {
  const { turnStats } = thread;
  if (!cut.retryable) return { failure: cut.message };
  if (!cut.isOutage) {
    if (turnStats.providerErrors + 1 >= maxAttempts) return { failure: cut.message };
    return {
      waitMs: Math.max(backoffMs(turnStats.providerErrors, random), Math.min(maxBackoffMs, cut.retryAfterMs ?? 0)),
    };
  }
  const windowMs = thread.limits.providerRetryMs ?? defaultProviderRetryMs;
  const retriedMs = Math.min(windowMs, turnStats.outageMs + workedMs);
  const leftMs = windowMs - retriedMs;
  const askedMs = cut.retryAfterMs ?? 0;
  if (askedMs > windowMs && windowMs > 0) return { failure: `${cut.message} ${tooLongToWait(askedMs, windowMs)}` };
  if (leftMs <= 0 || askedMs > leftMs) return { failure: `${cut.message} ${givenUp(retriedMs)}` };
  return { waitMs: Math.min(leftMs, Math.max(askedMs, backoffMs(turnStats.outages, random))) };
}

/** Doubles, with a random part so that many threads don't come back at the same moment. */
function backoffMs(failures: number, random: () => number): number {
  const doubledMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(failures, 30));
  return Math.round(doubledMs * (0.5 + random() / 2));
}

function tooLongToWait(askedMs: number, windowMs: number): string {
  return `The provider asks to wait ${describeDuration(askedMs)}. The limit is ${describeDuration(windowMs)}. Try again later.`;
}

function givenUp(retriedMs: number): string {
  return retriedMs === 0 ? 'Try again later.' : `Retried for ${describeDuration(retriedMs)}. Try again later.`;
}

const maxAttempts = 3;
const firstBackoffMs = 500;
const maxBackoffMs = 30_000;
