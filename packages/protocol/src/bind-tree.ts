import type { AgentSnapshot, ApprovalRules, Limits, Rights } from './agents.ts';
import type { Budget } from './budget.ts';
import { leastBudget } from './budget.ts';
import type { Event } from './events.ts';

/** What holds here for a tree from elsewhere. */
export interface TreeBounds {
  rules: { approvals: ApprovalRules };
  limits: Limits;
  /** What is left of a thread's rights where somebody brings it who may not give it all of them. */
  narrow(thread: { agent: AgentSnapshot; rights?: Rights | undefined }): { rights?: Rights };
}

/**
 * A tree from elsewhere under the rules of this workspace, and within its limits. Who wrote the file may have written
 * anything into it, so nothing in it saves anybody here from being asked or from being asked again, no owner elsewhere
 * grants anything, and whoever brings it can give it no more than they have, nor let it spend more than a chat of their own.
 */
export function bindTree(events: readonly Event[], { rules, limits: here, narrow }: TreeBounds): Event[] {
  const { approvals } = rules;
  const { approvalLapseMs, budget } = here;
  const lapse = approvalLapseMs === undefined ? {} : { lapsesAfterMs: approvalLapseMs };
  return events.map((event) => {
    switch (event.type) {
      case 'agent.changed':
        return { ...event, data: { ...event.data, agent: bound(event.data.agent), ...narrow(event.data) } };
      case 'thread.opened': {
        const limits = limitsWithin(here, event.data.limits);
        const opened = { ...event.data, agent: bound(event.data.agent), limits, approvals };
        return { ...event, data: { ...opened, ...narrow(event.data), ...grantWithin(budget, event.data) } };
      }
      case 'thread.reactivated':
        return { ...event, data: { ...event.data, ...grantWithin(budget, event.data) } };
      case 'task.opened':
        return { ...event, data: { ...event.data, ...grantWithin(budget, event.data) } };
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

/** Its own where they are the smaller ones; how long an approval can be given is for this workspace to say. */
function limitsWithin(here: Limits, { approvalLapseMs: _theirs, ...own }: Limits): Limits {
  const { approvalLapseMs, budget: budgetHere } = here;
  const budget = leastBudget(own.budget, budgetHere);
  const maxTokens = Math.min(own.maxTokens ?? Number.POSITIVE_INFINITY, here.maxTokens ?? Number.POSITIVE_INFINITY);
  return {
    ...own,
    maxDepth: Math.min(own.maxDepth, here.maxDepth),
    maxChildrenAtOnce: Math.min(own.maxChildrenAtOnce, here.maxChildrenAtOnce),
    maxTasksPerTurn: Math.min(own.maxTasksPerTurn, here.maxTasksPerTurn),
    maxSteps: Math.min(own.maxSteps, here.maxSteps),
    maxWorkMs: Math.min(own.maxWorkMs, here.maxWorkMs),
    idleMs: Math.min(own.idleMs, here.idleMs),
    maxTokens: Number.isFinite(maxTokens) ? maxTokens : null,
    maxOutputChars: Math.min(own.maxOutputChars, here.maxOutputChars),
    ...(budget && { budget }),
    ...(approvalLapseMs !== undefined && { approvalLapseMs }),
  };
}

/** A chat's own grant follows from its limits. */
function grantWithin(
  budget: Budget | undefined,
  { grant, parent }: { grant?: Budget | undefined; parent?: object | null },
): { grant?: Budget } {
  const least = budget && parent !== null ? leastBudget(grant, budget) : null;
  return least ? { grant: least } : {};
}

function bound({ approvals, grants: _grants, ...agent }: AgentSnapshot): AgentSnapshot {
  if (!approvals) return agent;
  return { ...agent, approvals: Object.fromEntries(Object.entries(approvals).filter(([, rule]) => rule !== 'allow')) };
}
