import type { FactFields, StepItem, ThreadState } from '@retinue/protocol';
import { hasUnseenInput } from '@retinue/protocol';

export type PlannedStep = Pick<FactFields<'step.started'>, 'step' | 'attempt' | 'kind'>;

/** The step that a thread takes next: another attempt at one that was cut, a wrap-up after a blank end, or a new one. */
export function planStep(thread: ThreadState): PlannedStep {
  const last = lastStep(thread);
  if (last && isRetry(thread)) {
    const kind = hasUnseenInput(thread) ? 'answer' : last.kind;
    return { step: last.step, attempt: last.attempt + 1, kind };
  }
  return { step: thread.steps + 1, attempt: 1, kind: kindAfter(thread, last) };
}

/** A thread that goes on after an end without calls is to say something after all, or to mend what it said. */
function kindAfter(thread: ThreadState, last: StepItem | null): PlannedStep['kind'] {
  if (last?.status !== 'ended' || hasUnseenInput(thread) || last.calls.length > 0) return 'answer';
  if (isBlank(last)) return 'wrap-up';
  return thread.pace.refusedResults > 0 ? 'repair' : 'answer';
}

/** What a turn that was stopped or failed was about to try again is over with it: the next turn takes a step of its own. */
export function isRetry(thread: ThreadState): boolean {
  return thread.pace.steps > 0 && lastStep(thread)?.cut?.final === false;
}

/** A step that ended without a word and without asking for anything. */
export function isBlank(step: Pick<StepItem, 'parts'>): boolean {
  return step.parts.every((part) => part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === ''));
}

export function lastStep(thread: ThreadState): StepItem | null {
  return thread.items.findLast((item) => item.type === 'step') ?? null;
}
