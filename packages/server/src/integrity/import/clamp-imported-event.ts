import type {
  AgentSnapshot,
  ApprovalRules,
  Budget,
  Event,
  EventOf,
  Limits,
  Part,
  Rights,
  Usage,
} from '@retinue/protocol';
import { defaultMaxNoticeTurns, defaultProviderRetryMs, minBudget } from '@retinue/protocol';

/** What holds here for a tree from elsewhere. */
export interface TreeBounds {
  rules: { approvals: ApprovalRules };
  limits: Limits;
  /** What is left of a thread's rights where somebody brings it who may not give it all of them. */
  narrow(thread: { agent: AgentSnapshot; rights?: Rights | undefined }): { rights?: Rights };
}

/**
 * An event from elsewhere under the rules of this workspace, and within its limits. Who wrote the file may have written
 * anything into it, so nothing in it saves anybody here from being asked or from being asked again, no owner elsewhere
 * grants anything, and whoever imports it can give it no more than they have, nor let it spend more than a chat of their own.
 */
export function clampImportedEvent(event: Event, bounds: TreeBounds): Event {
  const { rules, limits: here, narrow } = bounds;
  const { budget } = here;
  switch (event.type) {
    case 'agent.changed':
      return { ...event, data: { ...event.data, agent: bound(event.data.agent, here), ...narrow(event.data) } };
    case 'thread.opened': {
      const limits = limitsWithin(here, event.data.limits);
      const opened = { ...event.data, agent: bound(event.data.agent, here), limits, approvals: rules.approvals };
      return { ...event, data: { ...opened, ...narrow(event.data), ...grantWithin(budget, event.data) } };
    }
    case 'thread.reactivated':
      return { ...event, data: { ...event.data, ...grantWithin(budget, event.data) } };
    case 'task.opened':
      return { ...event, data: { ...event.data, ...grantWithin(budget, event.data) } };
    case 'message.received': {
      const asked = event.data.budget && minBudget(event.data.budget, budget);
      return asked ? { ...event, data: { ...event.data, budget: asked } } : event;
    }
    case 'question.asked':
    case 'question.renewed':
      return clampQuestion(event, here);
    case 'step.ended':
      return { ...event, data: { ...event.data, ...plainStep(event.data) } };
    case 'step.cut':
      return { ...event, data: { ...event.data, ...plainStep(event.data) } };
    default:
      return event;
  }
}

function clampQuestion(event: EventOf<'question.asked'> | EventOf<'question.renewed'>, here: Limits): Event {
  const { approvalLapseMs } = here;
  const lapse = approvalLapseMs === undefined ? {} : { lapsesAfterMs: approvalLapseMs };
  if (event.type === 'question.renewed') {
    const { lapsesAfterMs: _theirs, ...renewed } = event.data;
    return { ...event, data: { ...renewed, ...lapse } };
  }
  const { lapsesAfterMs: _theirs, ...asked } = event.data;
  return asked.kind === 'approval' ? { ...event, data: { ...asked, ...lapse } } : event;
}

/** Without what only the provider that wrote it can read, such as its signatures. */
function plainStep({ parts, usage }: { parts: Part[]; usage: Usage }): { parts: Part[]; usage: Usage } {
  return {
    parts: parts.map((part) => (part.type === 'reasoning' ? { type: 'reasoning', text: part.text } : part)),
    usage: plausibleUsage(usage),
  };
}

/** A count that no step can come to counts as unknown. */
function plausibleUsage(usage: Usage): Usage {
  const counts = Object.entries(usage).map(([name, count]) => [name, (count ?? 0) > maxPlausible ? 0 : count]);
  return Object.fromEntries(counts) as Usage;
}

const maxPlausible = 1_000_000_000;

/** Its own where they are the smaller ones; how long an approval can be given is for this workspace to say. */
function limitsWithin(here: Limits, { approvalLapseMs: _theirs, providerRetryMs: theirs, ...own }: Limits): Limits {
  const { approvalLapseMs, budget: budgetHere } = here;
  const budget = minBudget(own.budget, budgetHere);
  const providerRetryMs = Math.min(theirs ?? defaultProviderRetryMs, here.providerRetryMs ?? defaultProviderRetryMs);
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
    ...noticeTurnsWithin(here, own),
    ...(providerRetryMs !== defaultProviderRetryMs && { providerRetryMs }),
  };
}

function noticeTurnsWithin(here: Limits, own: Limits): Pick<Limits, 'maxNoticeTurns'> {
  if (own.maxNoticeTurns === undefined && here.maxNoticeTurns === undefined) return {};
  const [theirs, ours] = [own, here].map(({ maxNoticeTurns = defaultMaxNoticeTurns }) => maxNoticeTurns);
  return { maxNoticeTurns: Math.min(theirs ?? 0, ours ?? 0) };
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
