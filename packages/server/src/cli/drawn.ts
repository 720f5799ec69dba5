import { type Chart, chartOf, isCompaction, type StepItem, type ThreadState } from '@retinue/protocol';
import { z } from 'zod';

/** What a chat's agent has drawn for its last answer, and what it offers to be asked next. */
export function drawnFor({ items }: ThreadState): { charts: Chart[]; questions: string[] } {
  const steps = items.filter((item) => item.type === 'step' && !isCompaction(item)) as StepItem[];
  // A step that ended without calls is an answer: what was drawn for an earlier one is not shown again.
  const before = steps.slice(0, -1).findLastIndex(({ calls, status }) => calls.length === 0 && status === 'ended');
  const calls = steps.slice(before + 1).flatMap((step) => step.calls);
  return {
    charts: calls.flatMap((call) => chartOf(call) ?? []),
    questions: calls.flatMap(({ name, output }) => (name === 'suggestFollowUps' ? questionsIn(output?.value) : [])),
  };
}

const offerSchema = z.object({ questions: z.array(z.string()) });

function questionsIn(value: unknown): string[] {
  return offerSchema.safeParse(value).data?.questions ?? [];
}
