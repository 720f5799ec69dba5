import type { Commands, Fact, ThreadId } from '@retinue/protocol';
import { findCall, refuse } from '@retinue/protocol';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { headerOf, replyFrom } from './command-context.ts';
import { isHidden } from './is-hidden.ts';

/** A person's answer ends the very call that asked. The first one wins; a second changes nothing. */
export async function answerQuestion(
  { log }: CommandDeps,
  context: CommandContext,
  { questionId, answer }: Commands['answerQuestion'],
): Promise<Reply<{ threadId: ThreadId }>> {
  const row = await log.findQuestion(context.workspaceId, questionId);
  if (!row) return { refusal: refuse('no-such-question', questionId) };
  const { threadId, callId, step } = row;
  const result = await log.decideWithReply(headerOf(context, 'answer-question'), [threadId], (view) => {
    const thread = view.thread(threadId);
    if (thread && isHidden(view, thread)) return refuse('no-such-thread', thread.rootId);
    const question = thread && findCall(thread, step, callId)?.question;
    if (!question) return refuse('no-such-question', questionId);
    if (question.kind === 'approval') return refuse('approval-asked', questionId);
    if (question.status !== 'open') return refuse('question-closed', questionId);
    const output = { value: answer, bytes: Buffer.byteLength(answer), blob: null };
    const facts: Fact[] = [
      { type: 'question.answered', data: { questionId, callId, step, answer } },
      { type: 'call.ended', data: { callId, step, status: 'done', output, error: null } },
    ];
    return { entries: [{ threadId, guard: { callOpen: callId }, facts }], reply: { threadId } };
  });
  return replyFrom(result);
}
