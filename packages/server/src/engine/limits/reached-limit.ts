import type { ThreadState } from '@retinue/protocol';
import { isCompaction, owes } from '@retinue/protocol';
import { isRetry, isSalvageRetry, lastStep } from '../step/plan-step.ts';
import type { ReachedLimit } from '../step/step.ts';
import { workBudgetReached } from './check-budget.ts';
import { describeDuration } from './describe-duration.ts';

/** The limit that a thread has come to; null while it may go on. Waiting for people or children doesn't count. */
export function reachedLimit(thread: ThreadState): ReachedLimit | null {
  const message = limitMessage(thread);
  return message === null ? null : { message, isBudget: workBudgetReached(thread) !== null };
}

function limitMessage(thread: ThreadState): string | null {
  const { limits, turnStats, agent } = thread;
  const last = turnStats.steps > 0 ? lastStep(thread) : null;
  // Without a summary the thread goes on as well as it can.
  if (last?.cut?.reason === 'limit' && last.cut.final && !isCompaction(last)) return last.cut.message;
  const maxSteps = agent.maxSteps ?? limits.maxSteps;
  const isNewStep = !isRetry(thread) || isSalvageRetry(thread);
  if (owes(thread) === 'step' && isNewStep && turnStats.steps >= maxSteps)
    return `It reached its limit of ${maxSteps} steps.`;
  if (turnStats.workedMs >= limits.maxWorkMs) return workLimitMessage(limits.maxWorkMs);
  if (limits.maxTokens !== null && turnStats.tokens >= limits.maxTokens)
    return `It reached its limit of ${limits.maxTokens} tokens.`;
  if (wasInterruptedTooOften(thread)) return `It was interrupted ${maxRecoveries} times in a row without any progress.`;
  if (repeatsItself(turnStats.recentCalls))
    return 'It made no progress: the same call gave the same result three times.';
  return workBudgetReached(thread);
}

/**
 * Once in a turn: a child says what it found, and a chat with a budget gives its last answer. Without a budget, who waits for
 * a chat sees its words anyway, and a child that has done nothing has nothing to tell.
 */
export function maySalvage(thread: ThreadState): boolean {
  const { parent, turnStats, grant } = thread;
  if (wasInterruptedTooOften(thread)) return false;
  if (turnStats.salvages > 0) return isSalvageRetry(thread);
  return grant !== null || (parent !== null && turnStats.steps > 0);
}

function wasInterruptedTooOften({ turnStats }: ThreadState): boolean {
  return turnStats.recoveries >= maxRecoveries;
}

export function workLimitMessage(maxWorkMs: number): string {
  return `It reached its limit of ${describeDuration(maxWorkMs)} of working time.`;
}

function repeatsItself(signatures: readonly string[]): boolean {
  const last = signatures.at(-1);
  return signatures.filter((signature) => signature === last).length >= 3;
}

const maxRecoveries = 10;
