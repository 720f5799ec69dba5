import type { CallState, Fact, ThreadState } from '@retinue/protocol';
import { findCall, isApproved } from '@retinue/protocol';
import { approvalRuleOf, deniedByRuleWords } from '../facts/approvals.ts';
import { forbiddenBecause } from '../facts/rights.ts';
import type { Tools } from '../ports/tool.ts';

/**
 * The calls that begin now, and those that may not any more, which end instead. Decided in the transaction that says so:
 * a right or an approval that is gone by then counts for nothing.
 */
export function startCalls(thread: ThreadState | null, tools: Tools, deniedTools: readonly string[]): Fact[] {
  const open = thread?.openCalls.filter((call) => call.waitsFor === 'tool' && !call.running) ?? [];
  return open.flatMap(({ step, callId }): Fact[] => {
    const call = thread && findCall(thread, step, callId);
    if (!call) return [];
    const error = stoppedBecause(thread, call, tools, deniedTools);
    if (error) return [{ type: 'call.ended', data: { callId, step, status: 'failed', output: null, error } }];
    return [{ type: 'call.started', data: { callId, step, attempt: call.attempt + 1 } }];
  });
}

function stoppedBecause(
  thread: ThreadState,
  call: CallState,
  tools: Tools,
  deniedTools: readonly string[],
): string | null {
  const forbidden = forbiddenBecause(thread, call.name, deniedTools);
  if (forbidden) return forbidden;
  const tool = tools.find(call.name);
  const rule = tool ? approvalRuleOf(thread, tool) : 'allow';
  if (rule === 'deny') return deniedByRuleWords(call.name);
  const isAsked = call.question?.kind === 'approval' || rule === 'ask';
  return isAsked && !isApproved(call.question) ? `Nobody has approved this call of "${call.name}".` : null;
}
