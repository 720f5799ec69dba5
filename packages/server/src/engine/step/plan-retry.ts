import type { Reason, ThreadState } from '@retinue/protocol';
import { defaultProviderRetryMs } from '@retinue/protocol';
import type { Cut } from './step.ts';

/** The wait before the next attempt, or the error with which the step fails. */
export type RetryPlan = { waitMs: number } | { failure: Reason };

/**
 * Decides on the next attempt at a step that a provider failed. An outage is waited for as long as the limits of the
 * chat say, counted over all attempts in the log, so that a restart does not reset the count. Any other error gets
 * three attempts.
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
  if (askedMs > windowMs && windowMs > 0) return { failure: { ...cut.message, askedMs, maxWaitMs: windowMs } };
  if (leftMs <= 0 || askedMs > leftMs) return { failure: { ...cut.message, retriedMs } };
  return { waitMs: Math.min(leftMs, Math.max(askedMs, backoffMs(turnStats.outages, random))) };
}

/** Doubles, with a random part so that many threads don't retry at the same moment. */
function backoffMs(failures: number, random: () => number): number {
  const doubledMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(failures, 30));
  return Math.round(doubledMs * (0.5 + random() / 2));
}

const maxAttempts = 3;
const firstBackoffMs = 500;
const maxBackoffMs = 30_000;
