import type { ThreadState } from '@retinue/protocol';
import { isCompaction, owes } from '@retinue/protocol';
import { workBudgetReached } from './check-budget.ts';
import { describeDuration } from './describe-duration.ts';
import { isRetry, lastStep } from './plan-step.ts';

/** The limit that a thread has come to, in words; null while it may go on. Waiting for people or children doesn't count. */
export function reachedLimit(thread: ThreadState): string | null {
  const { limits, pace, agent } = thread;
  const last = pace.steps > 0 ? lastStep(thread) : null;
  // Without a summary the thread goes on as well as it can.
  if (last?.cut?.reason === 'limit' && last.cut.final && !isCompaction(last)) return last.cut.message;
  const maxSteps = agent.maxSteps ?? limits.maxSteps;
  if (owes(thread) === 'step' && !isRetry(thread) && pace.steps >= maxSteps)
    return `It reached its limit of ${maxSteps} steps.`;
  if (pace.workedMs >= limits.maxWorkMs) return workLimitWords(limits.maxWorkMs);
  if (limits.maxTokens !== null && pace.tokens >= limits.maxTokens)
    return `It reached its limit of ${limits.maxTokens} tokens.`;
  if (wasInterruptedTooOften(thread)) return `It was interrupted ${maxRecoveries} times in a row without any progress.`;
  if (repeatsItself(pace.recentCalls)) return 'It made no progress: the same call gave the same result three times.';
  return workBudgetReached(thread);
}

/** Whoever waits for a chat sees its words anyway; a child that has done nothing has nothing to tell. */
export function maySalvage(thread: ThreadState): boolean {
  const { parent, pace } = thread;
  return parent !== null && pace.salvages === 0 && pace.steps > 0 && !wasInterruptedTooOften(thread);
}

function wasInterruptedTooOften({ pace }: ThreadState): boolean {
  return pace.recoveries >= maxRecoveries;
}

export function workLimitWords(maxWorkMs: number): string {
  return `It reached its limit of ${describeDuration(maxWorkMs)} of working time.`;
}

function repeatsItself(signatures: readonly string[]): boolean {
  const last = signatures.at(-1);
  return signatures.filter((signature) => signature === last).length >= 3;
}

const maxRecoveries = 10;
