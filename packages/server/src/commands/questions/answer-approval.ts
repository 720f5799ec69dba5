import type { Fact, Refusal } from '@retinue/protocol';
import { hasLapsed, refuse } from '@retinue/protocol';
import { argsHashOf } from '../../ports/engine/args-hash.ts';
import type { RequestOf } from '../../ports/operations/operation.ts';
import type { AskedCall } from '../asked-call.ts';
import { askedCall } from '../asked-call.ts';
import { defineCommand } from '../define-command.ts';
import { loadQuestion } from '../load.ts';

/**
 * A person's verdict on one call with exactly these arguments. Approved, that call continues; refused, it ends with the
 * reason, which the model reads. The first verdict counts. A lapsed approval can still be refused.
 */
export const answerApproval = defineCommand({
  name: 'answerApproval',
  load: loadQuestion,
  decide(request, row) {
    const asked = askedCall(request.view, row);
    if ('code' in asked) return asked;
    const refusal = refusalOf(request, asked);
    if (refusal) return refusal;
    const { threadId, callId } = row;
    const facts = factsOf(asked, request.body, request.view.now);
    return { entries: [{ threadId, guard: { callOpen: callId }, facts }], reply: {} };
  },
});

type Verdict = RequestOf<'answerApproval'>['body'];

function refusalOf(
  { services: { tools, approvalTimes }, context: { role }, body }: RequestOf<'answerApproval'>,
  { thread, call, question }: AskedCall,
): Refusal | null {
  const { questionId } = question;
  const { verdict, argsHash } = body;
  if (question.kind !== 'approval') return refuse('no-approval-asked', { questionId });
  if (question.status !== 'open') return refuse('question-closed', { questionId });
  if (argsHash !== undefined && argsHash !== argsHashOf(call)) return refuse('arguments-differ', { questionId });
  const isTooLate = approvalTimes.hasLapsed(question, thread.limits);
  if (verdict === 'approved' && isTooLate) return refuse('approval-lapsed', { questionId });
  const isAdmin = tools.find(call.name)?.reach === 'admin';
  if (verdict === 'approved' && isAdmin && role !== 'owner')
    return refuse('owners-only', { action: 'approve-call', name: call.name });
  return null;
}

function factsOf({ call, question }: AskedCall, { verdict, reason }: Verdict, now: number): [Fact, ...Fact[]] {
  const { callId, step } = call;
  const { questionId } = question;
  const looksLate = verdict === 'approved' && hasLapsed(question, now);
  const answered: Fact = {
    type: 'question.answered',
    data: { questionId, callId, step, answer: reason || verdict, verdict, ...(looksLate && { isInTime: true }) },
  };
  if (verdict === 'approved') return [answered];
  const error = { code: 'refused-by-person', reason } as const;
  return [answered, { type: 'call.ended', data: { callId, step, status: 'failed', output: null, error } }];
}
