import type { StepItem } from './thread-state.ts';

/** The step whose prompt first held the input at this place; null while it is unread. */
export function seenAtStep(steps: readonly Pick<StepItem, 'step' | 'seenSeq'>[], seq: number): number | null {
  return steps.find(({ seenSeq }) => seenSeq >= seq)?.step ?? null;
}
