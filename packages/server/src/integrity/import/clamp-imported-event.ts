import type { AgentSnapshot, ApprovalRules, Budget, EventOf, Limits, LogEvent, Part, Rights } from '@retinue/protocol';
import { defaultCompactAtTokens, defaultMaxNoticeTurns, defaultProviderRetryMs, minBudget } from '@retinue/protocol';
import { clampCounts } from './clamp-counts.ts';

/** The rules of this workspace for an imported tree. */
export interface TreeBounds {
  rules: { approvals: ApprovalRules };
  limits: Limits;
  /** Reduces a thread's rights to those that the importing person may give. */
  clampRights(thread: { agent: AgentSnapshot; rights?: Rights | undefined }): { rights?: Rights };
}

/**
 * An imported event without an actor of the file, with times until now and possible counts, under the rules of this workspace.
 */
export function clampImportedEvent(event: LogEvent, bounds: TreeBounds, now: number): LogEvent {
  const own = { ...event, at: Math.min(event.at, now), actor: 'imported', commandId: null } as const;
  return underRules(clampCounts(own, now), bounds);
}

/**
 * An imported event under the rules of this workspace and within its limits. The file may hold anything, so nothing in it
 * replaces an approval allowed, and no owner of another server grants anything. The importing person can give the chat no more
 * rights and budget than their own chats have.
 */
function underRules(event: LogEvent, bounds: TreeBounds): LogEvent {
  const { rules, limits: allowed, clampRights } = bounds;
  const { budget } = allowed;
  switch (event.type) {
    case 'agent.changed':
      return amended(event, { agent: bound(event.data.agent, allowed), ...clampRights(event.data) });
    case 'thread.opened': {
      const limits = limitsWithin(allowed, event.data.limits);
      const opened = { agent: bound(event.data.agent, allowed), limits, approvals: rules.approvals };
      return amended(event, { ...opened, ...clampRights(event.data), ...grantWithin(budget, event.data) });
    }
    case 'thread.reactivated':
    case 'task.opened':
      return amended(event, grantWithin(budget, event.data));
    case 'message.received': {
      const asked = event.data.budget && minBudget(event.data.budget, budget);
      return asked ? amended(event, { budget: asked }) : event;
    }
    case 'question.asked':
    case 'question.renewed':
      return clampQuestion(event, allowed);
    case 'step.ended':
    case 'step.cut':
      return amended(event, { parts: event.data.parts.map(plainPart) });
    case 'thread.rewound': {
      const { serves } = event.data;
      return serves ? amended(event, { serves: { ...serves, ...grantWithin(budget, serves) } }) : event;
    }
    default:
      return event;
  }
}

function amended<Amended extends LogEvent>(event: Amended, change: Partial<Amended['data']>): LogEvent {
  return { ...event, data: { ...event.data, ...change } } as LogEvent;
}

function clampQuestion(event: EventOf<'question.asked'> | EventOf<'question.renewed'>, allowed: Limits): LogEvent {
  const { approvalLapseMs } = allowed;
  const lapse = approvalLapseMs === undefined ? {} : { lapsesAfterMs: approvalLapseMs };
  if (event.type === 'question.renewed') {
    const { lapsesAfterMs: _theirs, ...renewed } = event.data;
    return { ...event, data: { ...renewed, ...lapse } };
  }
  const { lapsesAfterMs: _theirs, ...asked } = event.data;
  return { ...event, data: asked.kind === 'approval' ? { ...asked, ...lapse } : asked };
}

/** Without data that only the original provider can read, such as its signatures. */
function plainPart({ provider: _theirs, ...part }: Part): Part {
  return part;
}

/** The smaller limit of each. How long an approval stays open is this workspace's setting. */
function limitsWithin(allowed: Limits, { approvalLapseMs: _theirs, ...own }: Limits): Limits {
  const { approvalLapseMs, budget: allowedBudget } = allowed;
  const budget = minBudget(own.budget, allowedBudget);
  const maxTokens = Math.min(own.maxTokens ?? Number.POSITIVE_INFINITY, allowed.maxTokens ?? Number.POSITIVE_INFINITY);
  return {
    ...own,
    maxDepth: Math.min(own.maxDepth, allowed.maxDepth),
    maxChildrenAtOnce: Math.min(own.maxChildrenAtOnce, allowed.maxChildrenAtOnce),
    maxTasksPerTurn: Math.min(own.maxTasksPerTurn, allowed.maxTasksPerTurn),
    maxSteps: Math.min(own.maxSteps, allowed.maxSteps),
    maxWorkMs: Math.min(own.maxWorkMs, allowed.maxWorkMs),
    idleMs: Math.min(own.idleMs, allowed.idleMs),
    maxTokens: Number.isFinite(maxTokens) ? maxTokens : null,
    maxOutputChars: Math.min(own.maxOutputChars, allowed.maxOutputChars),
    ...(budget && { budget }),
    ...(approvalLapseMs !== undefined && { approvalLapseMs }),
    ...minOf('maxNoticeTurns', defaultMaxNoticeTurns, allowed, own),
    ...minOf('providerRetryMs', defaultProviderRetryMs, allowed, own),
    ...minOf('compactAtTokens', defaultCompactAtTokens, allowed, own),
  };
}

type DefaultedLimit = 'maxNoticeTurns' | 'providerRetryMs' | 'compactAtTokens';

/** The smaller of a limit that may be absent; absent if both are. */
function minOf(name: DefaultedLimit, usual: number, allowed: Limits, own: Limits): Partial<Limits> {
  const [theirs, ours] = [own[name], allowed[name]];
  return theirs === undefined && ours === undefined ? {} : { [name]: Math.min(theirs ?? usual, ours ?? usual) };
}

/** A chat's own grant follows from its limits. */
function grantWithin(
  budget: Budget | undefined,
  { grant, parent }: { grant?: Budget | undefined; parent?: object | null },
): { grant?: Budget } {
  const least = budget && parent !== null ? minBudget(grant, budget) : null;
  return least ? { grant: least } : {};
}

function bound({ approvals, grants: _grants, ...own }: AgentSnapshot, { maxSteps }: Limits): AgentSnapshot {
  const agent = { ...own, maxSteps: own.maxSteps === null ? null : Math.min(own.maxSteps, maxSteps) };
  if (!approvals) return agent;
  return { ...agent, approvals: Object.fromEntries(Object.entries(approvals).filter(([, rule]) => rule !== 'allow')) };
}
