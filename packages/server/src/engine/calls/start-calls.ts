import type { CallState, Fact, ThreadState } from '@retinue/protocol';
import { findCall, isApproved } from '@retinue/protocol';
import type { Tools } from '../../ports/tool.ts';
import type { ToolRules } from '../../ports/workspaces.ts';
import { deniedNow, forbiddenBecause } from '../../rights/rights.ts';
import { approvalRuleOf, deniedByRuleMessage } from '../../transitions/approvals.ts';

/**
 * The calls that begin now, and those that may not any more, which end instead. Decided in the transaction that says so:
 * a right or an approval that is gone by then counts for nothing.
 */
export function startCalls(thread: ThreadState | null, tools: Tools, now: RulesNow): Fact[] {
  const open = thread?.openCalls.filter((call) => call.waitsFor === 'tool' && !call.running) ?? [];
  return open.flatMap(({ step, callId }): Fact[] => {
    const call = thread && findCall(thread, step, callId);
    if (!call) return [];
    const error = stoppedBecause(thread, call, tools, now);
    if (error) return [{ type: 'call.ended', data: { callId, step, status: 'failed', output: null, error } }];
    return [{ type: 'call.started', data: { callId, step, attempt: call.attempt + 1 } }];
  });
}

/** The rules of this moment, whatever held when the thread was opened. */
export interface RulesNow extends ToolRules {
  /** Tools that a person was asked for and that the agents on the way to the thread do not leave it any more. */
  takenAway: readonly string[];
}

function stoppedBecause(thread: ThreadState, call: CallState, tools: Tools, now: RulesNow): string | null {
  const tool = tools.find(call.name);
  const forbidden = forbiddenBecause(thread, call.name, deniedNow(now, tool));
  if (forbidden) return forbidden;
  if (now.takenAway.includes(call.name))
    return `The tool "${call.name}" was taken away while this call waited. It is not run, though it was approved.`;
  const rule = tool ? approvalRuleOf(thread, tool) : 'allow';
  if (rule === 'deny') return deniedByRuleMessage(call.name);
  const isAsked = call.question?.kind === 'approval' || rule === 'ask';
  return isAsked && !isApproved(call.question) ? `Nobody has approved this call of "${call.name}".` : null;
}
