import type { CallState, Commands, Fact, Refusal, ThreadId, ThreadState } from '@retinue/protocol';
import { findCall, hasLapsed, refuse } from '@retinue/protocol';
import { argsHashOf } from '../ports/args-hash.ts';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { headerOf, replyFrom } from './command-context.ts';
import { isHidden } from './is-hidden.ts';

/**
 * A person's verdict on one call with exactly these arguments. Approved, that very call goes on; refused, it ends with the
 * reason, and the model goes on with that. The first verdict counts. One that has lapsed can still be refused.
 */
export async function answerApproval(
  deps: CommandDeps,
  context: CommandContext,
  command: Commands['answerApproval'],
): Promise<Reply<{ threadId: ThreadId }>> {
  const { log } = deps;
  const { questionId } = command;
  const row = await log.findQuestion(context.workspaceId, questionId);
  if (!row) return { refusal: refuse('no-such-question', questionId) };
  const { threadId, callId, step } = row;
  const result = await log.decideWithReply(headerOf(context, 'answer-approval'), [threadId], (view) => {
    const thread = view.thread(threadId);
    if (thread && isHidden(view, thread)) return refuse('no-such-thread', thread.rootId);
    const call = thread && findCall(thread, step, callId);
    if (!thread || !call?.question) return refuse('no-such-question', questionId);
    const refusal = refusalOf(deps, context, call, { ...command, limits: thread.limits });
    if (refusal) return refusal;
    const facts = factsOf(call, command, view.now);
    return { entries: [{ threadId, guard: { callOpen: callId }, facts }], reply: { threadId } };
  });
  return replyFrom(result);
}

function refusalOf(
  { tools, approvalTimes }: CommandDeps,
  { role }: CommandContext,
  call: CallState,
  { questionId, verdict, argsHash, limits }: Commands['answerApproval'] & Pick<ThreadState, 'limits'>,
): Refusal | null {
  if (call.question?.kind !== 'approval') return refuse('no-approval-asked', questionId);
  if (call.question.status !== 'open') return refuse('question-closed', questionId);
  if (argsHash !== undefined && argsHash !== argsHashOf(call)) return refuse('arguments-differ', questionId);
  const isTooLate = approvalTimes.hasLapsed(call.question, limits);
  if (verdict === 'approved' && isTooLate) return refuse('approval-lapsed', questionId);
  const isAdmin = tools.find(call.name)?.reach === 'admin';
  if (verdict === 'approved' && isAdmin && role !== 'owner') return refuse('owners-only', `approve "${call.name}"`);
  return null;
}

function factsOf(
  { callId, step, question }: CallState,
  { questionId, verdict, reason }: Commands['answerApproval'],
  now: number,
): [Fact, ...Fact[]] {
  const looksLate = verdict === 'approved' && question !== null && hasLapsed(question, now);
  const answered: Fact = {
    type: 'question.answered',
    data: { questionId, callId, step, answer: reason || verdict, verdict, ...(looksLate && { isInTime: true }) },
  };
  if (verdict === 'approved') return [answered];
  const error = `A person refused this call.${reason ? ` Their reason: ${reason}` : ''}`;
  return [answered, { type: 'call.ended', data: { callId, step, status: 'failed', output: null, error } }];
}
