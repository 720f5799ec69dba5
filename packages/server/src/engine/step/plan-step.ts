import type { FactFields, StepItem, ThreadState } from '@retinue/protocol';
import { hasBegun, hasUnseenInput, isCompaction } from '@retinue/protocol';

export type PlannedStep = Pick<FactFields<'step.started'>, 'step' | 'attempt' | 'kind'>;

/** The step that a thread takes next: another attempt at one that was cut, a wrap-up after a blank end, or a new one. */
export function planStep(thread: ThreadState): PlannedStep {
  const last = lastStep(thread);
  const kind = nextKind(thread);
  if (last && isRetry(thread)) {
    const isOther = hasUnseenInput(thread) || isCompaction(last);
    return { step: last.step, attempt: last.attempt + 1, kind: isOther || last.kind === 'salvage' ? kind : last.kind };
  }
  return { step: thread.steps + 1, attempt: 1, kind };
}

/** Ends with its turn: after a stop or a failure, the next turn takes a new step. */
export function isRetry(thread: ThreadState): boolean {
  return hasBegun(thread) && lastStep(thread)?.cut?.final === false;
}

/** A last answer that failed at its provider, and is requested again. */
export function isSalvageRetry(thread: ThreadState): boolean {
  return isRetry(thread) && lastStep(thread)?.kind === 'salvage';
}

/**
 * A thread that continues after an end without calls must write an answer, or repair it. A summary in between does not
 * change that.
 */
function nextKind(thread: ThreadState): PlannedStep['kind'] {
  const last = thread.items.findLast((item) => item.type === 'step' && !isCompaction(item));
  if (last?.type !== 'step' || last.calls.length > 0) return 'answer';
  // New input does not name the problem of the result.
  if (thread.turnStats.resultProblem !== null) return 'repair';
  return !hasUnseenInput(thread) && last.status === 'ended' && isBlank(last) ? 'wrap-up' : 'answer';
}

/** A step that ended without text and without calls. */
export function isBlank(step: Pick<StepItem, 'parts'>): boolean {
  return step.parts.every((part) => part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === ''));
}

export function lastStep(thread: ThreadState): StepItem | null {
  return thread.items.findLast((item) => item.type === 'step') ?? null;
}
