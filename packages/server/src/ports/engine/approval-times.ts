import type { QuestionId, QuestionState, ThreadState } from '@retinue/protocol';
import type { EventLog } from '../log/event-log.ts';
import type { Clock } from '../runtime/clock.ts';
import { Deadlines } from '../runtime/deadlines.ts';

/** Tells whether it is too late to approve a call, however the clock was set since a person was asked. */
export interface ApprovalTimes {
  hasLapsed(question: Pick<QuestionState, 'questionId' | 'lapsesAt'>, limits: ThreadState['limits']): boolean;
  /** Notes a request that is made now: the next decision in the same commit needs it. */
  begin(questionId: QuestionId, at: number, lapsesAfterMs: number | undefined): void;
}

export function createApprovalTimes(log: Pick<EventLog, 'subscribe'>, clock: Clock): ApprovalTimes {
  const deadlines = new Deadlines(clock);
  const begin: ApprovalTimes['begin'] = (questionId, at, lapsesAfterMs) => {
    if (lapsesAfterMs !== undefined) deadlines.begin(questionId, at + lapsesAfterMs, lapsesAfterMs);
  };
  log.subscribe(({ events }) => {
    for (const event of events)
      if (event.type === 'question.asked' || event.type === 'question.renewed')
        begin(event.data.questionId, event.at, event.data.lapsesAfterMs);
  });
  return {
    begin,
    hasLapsed({ questionId, lapsesAt }, { approvalLapseMs = Number.MAX_SAFE_INTEGER }) {
      return lapsesAt !== null && deadlines.leftMs(questionId, lapsesAt, approvalLapseMs) <= 0;
    },
  };
}
