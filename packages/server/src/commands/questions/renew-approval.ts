import { refuse } from '@retinue/protocol';
import { lapseIn } from '../../transitions/approvals.ts';
import { askedCall } from '../asked-call.ts';
import { defineCommand } from '../define-command.ts';
import { loadQuestion } from '../load.ts';

/** Requests a lapsed approval again, for the same call with the same arguments. Parallel requests ask once. */
export const renewApproval = defineCommand({
  name: 'renewApproval',
  load: loadQuestion,
  decide({ services: { approvalTimes }, view }, row) {
    const asked = askedCall(view, row);
    if ('code' in asked) return asked;
    const { thread, question } = asked;
    const { questionId, threadId, callId, step } = row;
    if (question.kind !== 'approval') return refuse('no-approval-asked', { questionId });
    if (question.status !== 'open') return refuse('question-closed', { questionId });
    if (!approvalTimes.hasLapsed(question, thread.limits)) return { entries: [], reply: {} };
    const lapse = lapseIn(thread.limits);
    approvalTimes.begin(questionId, view.now, lapse.lapsesAfterMs);
    const renewed = { type: 'question.renewed', data: { questionId, callId, step, ...lapse } } as const;
    return { entries: [{ threadId, guard: { callOpen: callId }, facts: [renewed] }], reply: {} };
  },
});
