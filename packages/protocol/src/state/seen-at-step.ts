import type { StepItem } from './thread-state.ts';

/** The step whose prompt first held what came in at this place; null while it waits to be read. */
export function seenAtStep(steps: readonly Pick<StepItem, 'step' | 'seenSeq'>[], seq: number): number | null {
  return steps.find(({ seenSeq }) => seenSeq >= seq)?.step ?? null;
}
