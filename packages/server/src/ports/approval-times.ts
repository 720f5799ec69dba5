import type { QuestionId, QuestionState, ThreadState } from '@retinue/protocol';
import type { Clock } from './clock.ts';
import { Deadlines } from './deadlines.ts';
import type { EventLog } from './event-log.ts';

/** Tells whether it is too late to approve a call, however the clock was set since a person was asked. */
export interface ApprovalTimes {
  hasLapsed(question: Pick<QuestionState, 'questionId' | 'lapsesAt'>, limits: ThreadState['limits']): boolean;
  /** Notes that it is asked for now: the next decision in the same commit has to know. */
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
