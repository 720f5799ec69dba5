import type { ApprovalRule, CallState, Fact, ThreadState } from '@retinue/protocol';
import { questionIdOf } from '@retinue/protocol';
import type { Tool } from '../ports/engine/tool.ts';
import { currentTask } from './current-task.ts';

/** The rule for a call: the agent's own for the tool, else the tree's for its reach. A deny of the tree stays. */
export function approvalRuleOf(
  { agent, approvals }: Pick<ThreadState, 'agent' | 'approvals'>,
  { name, reach }: Pick<Tool, 'name' | 'reach'>,
): ApprovalRule {
  const own = agent.approvals ?? {};
  if (approvals[reach] === 'deny' || !Object.hasOwn(own, name)) return approvals[reach];
  return own[name] ?? approvals[reach];
}

/** The question always goes to a person: no agent approves anything. */
export function askApproval(
  thread: Pick<ThreadState, 'agent' | 'limits' | 'threadId' | 'parent'>,
  { name, description }: Pick<Tool, 'name' | 'description'>,
  { callId, step }: Pick<CallState, 'callId' | 'step'>,
): Fact {
  const what =
    description.length <= maxDescriptionChars ? description : `${description.slice(0, maxDescriptionChars - 1)}…`;
  const text = `${thread.agent.name} wants to use ${name}: ${what}`.toWellFormed();
  const place = { callId, step, questionId: questionIdOf(callId) };
  const options = ['approve', 'refuse'];
  const more = { ...lapseIn(thread.limits), ...currentTask(thread) };
  return { type: 'question.asked', data: { ...place, kind: 'approval', text, options, ...more } };
}

/** The time for which an approval can be given: the limit at the time of the request. */
export function lapseIn({ approvalLapseMs }: ThreadState['limits']): { lapsesAfterMs?: number } {
  return approvalLapseMs === undefined ? {} : { lapsesAfterMs: approvalLapseMs };
}

const maxDescriptionChars = 300;
