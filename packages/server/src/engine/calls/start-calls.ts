import type { CallState, Fact, Reason, ThreadState } from '@retinue/protocol';
import { findCall, isApproved } from '@retinue/protocol';
import type { Tools } from '../../ports/engine/tool.ts';
import type { ToolRules } from '../../ports/settings/workspaces.ts';
import { deniedNow, forbiddenBecause } from '../../rights/rights.ts';
import { approvalRuleOf } from '../../transitions/approvals.ts';

/**
 * Calls that start now, and those that are no longer allowed and end instead. Decided in the transaction that records
 * them: a revoked right or approval has no effect.
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

/** The rules of this moment, not those from when the thread was opened. */
export interface RulesNow extends ToolRules {
  /** Approved tools that the agents on the path to the thread no longer allow it. */
  takenAway: readonly string[];
}

function stoppedBecause(thread: ThreadState, call: CallState, tools: Tools, now: RulesNow): Reason | null {
  const tool = tools.find(call.name);
  const forbidden = forbiddenBecause(thread, call.name, deniedNow(now, tool));
  if (forbidden) return forbidden;
  if (now.takenAway.includes(call.name)) return { code: 'tool-taken-away', name: call.name };
  const rule = tool ? approvalRuleOf(thread, tool) : 'allow';
  if (rule === 'deny') return { code: 'tool-denied-by-rule', name: call.name };
  const isAsked = call.question?.kind === 'approval' || rule === 'ask';
  return isAsked && !isApproved(call.question) ? { code: 'not-approved', name: call.name } : null;
}
