import type { Reason, ThreadState } from '@retinue/protocol';
import { isCompaction, owes } from '@retinue/protocol';
import { isRetry, isSalvageRetry, lastStep } from '../step/plan-step.ts';
import type { ReachedLimit } from '../step/step.ts';
import { workBudgetReached } from './check-budget.ts';

/** The limit that a thread has reached; null for none. Waiting for people or children doesn't count. */
export function reachedLimit(thread: ThreadState): ReachedLimit | null {
  const reason = limitOf(thread);
  return reason && { reason, isBudget: workBudgetReached(thread) !== null };
}

function limitOf(thread: ThreadState): Reason | null {
  const { limits, turnStats, agent } = thread;
  const last = turnStats.steps > 0 ? lastStep(thread) : null;
  // Without a summary the thread continues as well as it can.
  if (last?.cut?.reason === 'limit' && last.cut.final && !isCompaction(last)) return last.cut.message;
  const maxSteps = agent.maxSteps ?? limits.maxSteps;
  const isNewStep = !isRetry(thread) || isSalvageRetry(thread);
  if (owes(thread) === 'step' && isNewStep && turnStats.steps >= maxSteps) return { code: 'step-limit', maxSteps };
  if (turnStats.workedMs >= limits.maxWorkMs) return { code: 'work-time-limit', maxMs: limits.maxWorkMs };
  if (limits.maxTokens !== null && turnStats.tokens >= limits.maxTokens)
    return { code: 'token-limit', maxTokens: limits.maxTokens };
  if (wasInterruptedTooOften(thread)) return { code: 'interrupted-too-often', times: maxRecoveries };
  if (repeatsItself(turnStats.recentCalls)) return { code: 'no-progress' };
  return workBudgetReached(thread);
}

/**
 * Once in a turn: a child reports its findings, and a chat with a budget gives its last answer. A chat without a budget
 * shows its texts anyway, and a child that has done nothing has no findings.
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

function repeatsItself(signatures: readonly string[]): boolean {
  const last = signatures.at(-1);
  return signatures.filter((signature) => signature === last).length >= 3;
}

const maxRecoveries = 10;
