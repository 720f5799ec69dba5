import type { AgentSnapshot, ApprovalRules, Limits, Rights } from './agents.ts';
import type { Event } from './events.ts';

/** What holds here for a tree from elsewhere. */
export interface TreeBounds {
  rules: { approvals: ApprovalRules };
  limits: Pick<Limits, 'approvalLapseMs'>;
  /** What is left of a thread's rights where somebody brings it who may not give it all of them. */
  narrow(thread: { agent: AgentSnapshot; rights?: Rights | undefined }): { rights?: Rights };
}

/**
 * A tree from elsewhere under the rules of this workspace. Who wrote the file may have written anything into it, so
 * nothing in it saves anybody here from being asked or from being asked again, no owner elsewhere grants anything, and
 * whoever brings it can give it no more than they have.
 */
export function bindTree(events: readonly Event[], { rules, limits: here, narrow }: TreeBounds): Event[] {
  const { approvals } = rules;
  const { approvalLapseMs } = here;
  const limits = approvalLapseMs === undefined ? {} : { approvalLapseMs };
  const lapse = approvalLapseMs === undefined ? {} : { lapsesAfterMs: approvalLapseMs };
  return events.map((event) => {
    switch (event.type) {
      case 'agent.changed':
        return { ...event, data: { ...event.data, agent: bound(event.data.agent), ...narrow(event.data) } };
      case 'thread.opened': {
        const { approvalLapseMs: _theirs, ...own } = event.data.limits;
        const agent = bound(event.data.agent);
        return {
          ...event,
          data: { ...event.data, agent, limits: { ...own, ...limits }, approvals, ...narrow(event.data) },
        };
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
