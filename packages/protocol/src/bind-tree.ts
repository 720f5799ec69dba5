import type { AgentSnapshot, ApprovalRules } from './agents.ts';
import type { Event } from './events.ts';

/**
 * A tree from elsewhere under the rules of this workspace. Who wrote the file may have written anything into it, so
 * nothing in it saves anybody here from being asked, and no owner elsewhere grants anything.
 */
export function bindTree(events: readonly Event[], approvals: ApprovalRules): Event[] {
  return events.map((event) => {
    if (event.type === 'agent.changed') return { ...event, data: { ...event.data, agent: bound(event.data.agent) } };
    if (event.type !== 'thread.opened') return event;
    return { ...event, data: { ...event.data, agent: bound(event.data.agent), approvals } };
  });
}

function bound({ approvals, grants: _grants, ...agent }: AgentSnapshot): AgentSnapshot {
  if (!approvals) return agent;
  return { ...agent, approvals: Object.fromEntries(Object.entries(approvals).filter(([, rule]) => rule !== 'allow')) };
}
