import type { Commands, ThreadId } from '@retinue/protocol';
import { findCall, refuse } from '@retinue/protocol';
import { lapseIn } from '../facts/approvals.ts';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { headerOf, replyFrom } from './command-context.ts';
import { isHidden } from './is-hidden.ts';

/** Asks for a lapsed approval again, of the same call with the same arguments. However many context it at once, it is asked once. */
export async function renewApproval(
  { log, approvalTimes }: CommandDeps,
  context: CommandContext,
  { questionId }: Commands['renewApproval'],
): Promise<Reply<{ threadId: ThreadId }>> {
  const row = await log.findQuestion(context.workspaceId, questionId);
  if (!row) return { refusal: refuse('no-such-question', questionId) };
  const { threadId, callId, step } = row;
  const result = await log.decideWithReply(headerOf(context, 'renew-approval'), [threadId], (view) => {
    const thread = view.thread(threadId);
    if (thread && isHidden(view, thread)) return refuse('no-such-thread', thread.rootId);
    const question = thread && findCall(thread, step, callId)?.question;
    if (!question) return refuse('no-such-question', questionId);
    if (question.kind !== 'approval') return refuse('no-approval-asked', questionId);
    if (question.status !== 'open') return refuse('question-closed', questionId);
    const reply = { threadId };
    if (!approvalTimes.hasLapsed(question, thread.limits)) return { entries: [], reply };
    const place = { questionId, callId, step };
    const lapse = lapseIn(thread.limits);
    approvalTimes.begin(questionId, view.now, lapse.lapsesAfterMs);
    const renewed = { type: 'question.renewed', data: { ...place, ...lapse } } as const;
    return { entries: [{ threadId, guard: { callOpen: callId }, facts: [renewed] }], reply };
  });
  return replyFrom(result);
}
