import type { Fact } from '@retinue/protocol';
import { partsText } from '@retinue/protocol';
import type { Entry } from '../../ports/log/event-log.ts';
import { currentTask } from '../../transitions/current-task.ts';
import { placeToCompact } from '../prompt/compaction-place.ts';
import { summaryChars } from '../prompt/compaction-request.ts';
import { promptLimitOf } from '../prompt/plan-request.ts';
import type { ModelReply, StepUnderWay } from './step.ts';

/**
 * Records a summary that replaces the beginning of the thread from now on, in one append. Calls beside it have no
 * effect. Without text the step has failed, and the thread continues as well as it can.
 */
export function endCompaction(step: StepUnderWay, { parts, usage, finishReason, workedMs }: ModelReply): Entry[] {
  const { thread, epoch, attempt } = step;
  const said = parts.filter((part) => part.type !== 'call');
  const ended: Fact = {
    type: 'step.ended',
    data: {
      ...{ step: step.step, attempt, parts: said, usage, finishReason, kind: step.kind },
      ...currentTask(thread),
      workedMs,
    },
  };
  const place = placeToCompact(thread, promptLimitOf(thread));
  const summary = boundSummary(partsText(said).trim(), summaryChars(promptLimitOf(thread)));
  const isSound = summary !== '' && finishReason !== 'content-filter' && finishReason !== 'error';
  const facts: Fact[] =
    isSound && place
      ? [ended, { type: 'thread.compacted', data: { step: step.step, throughSeq: place.throughSeq, summary } }]
      : [ended];
  return [{ threadId: thread.threadId, guard: { epoch }, facts }];
}

function boundSummary(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).toWellFormed()}\n[… cut off here]`;
}
