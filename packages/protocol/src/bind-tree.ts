import type { AgentSnapshot, ApprovalRules, Limits } from './agents.ts';
import type { Event } from './events.ts';

/**
 * A tree from elsewhere under the rules of this workspace. Who wrote the file may have written anything into it, so
 * nothing in it saves anybody here from being asked or from being asked again, and no owner elsewhere grants anything.
 */
export function bindTree(
  events: readonly Event[],
  { approvals }: { approvals: ApprovalRules },
  { approvalLapseMs }: Pick<Limits, 'approvalLapseMs'>,
): Event[] {
  const limits = approvalLapseMs === undefined ? {} : { approvalLapseMs };
  const lapse = approvalLapseMs === undefined ? {} : { lapsesAfterMs: approvalLapseMs };
  return events.map((event) => {
    switch (event.type) {
      case 'agent.changed':
        return { ...event, data: { ...event.data, agent: bound(event.data.agent) } };
      case 'thread.opened': {
        const { approvalLapseMs: _theirs, ...own } = event.data.limits;
        const agent = bound(event.data.agent);
        return { ...event, data: { ...event.data, agent, limits: { ...own, ...limits }, approvals } };
      }
      case 'question.asked': {
        const { lapsesAfterMs: _theirs, ...asked } = event.data;
        return asked.kind === 'approval' ? { ...event, data: { ...asked, ...lapse } } : event;
      }
      case 'question.renewed': {
        const { lapsesAfterMs: _theirs, ...renewed } = event.data;
        return { ...event, data: { ...renewed, ...lapse } };
      }
      default:
        return event;
    }
  });
}

function bound({ approvals, grants: _grants, ...agent }: AgentSnapshot): AgentSnapshot {
  if (!approvals) return agent;
  return { ...agent, approvals: Object.fromEntries(Object.entries(approvals).filter(([, rule]) => rule !== 'allow')) };
}
