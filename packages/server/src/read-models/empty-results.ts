import type { Reason } from '@retinue/protocol';

/** Whether a task failed for want of a result. */
export function isEmptyResult(reason: Reason | null): boolean {
  if (reason?.code === 'text') return earlierTexts.includes(reason.text);
  return reason?.code === 'empty-result' || reason?.code === 'no-result';
}

/** The reasons of releases that stored sentences. */
const earlierTexts = [
  'The agent gave an empty result.',
  'The agent ended without a result, and again when asked for one.',
];
