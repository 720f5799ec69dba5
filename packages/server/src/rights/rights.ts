import type { AgentId, AgentSnapshot, ApprovalRules, Reason, Rights, Role, ThreadState } from '@retinue/protocol';
import type { Tool } from '../ports/engine/tool.ts';

/*
 * Tools that a thread may use, and the most that it may pass on. Computed once, when a thread opens or its agent
 * changes, and kept in the log: rights are never looked up later by an agent's name.
 *
 * ceiling(root) = the person's tools ∩ the agent's own ceiling
 * ceiling(child) = ceiling(parent) ∩ the child's own ceiling, or an owner's grant to the parent for this child
 * denied(x) = tools that the workspace, x or anything above x denies
 * use(x) = x's tools ∩ ceiling(x) − denied(x)
 */
export function rightsOf(agent: Powers, above: RightsAbove, deniedTools: readonly string[]): Rights {
  const denied = new Set([...above.denied, ...deniedTools, ...(agent.denies ?? []), ...deniedByRule(agent)]);
  const isOpen = (name: string) => !denied.has(name);
  const ceiling = (above.granted ?? intersect(above.ceiling, agent.ceiling ?? [everything])).filter(isOpen);
  const use = [...new Set(agent.tools)].filter((name) => isOpen(name) && isWithin(ceiling, name));
  return { use, ceiling, denied: [...denied].sort() };
}

/** Stands in a ceiling for every tool that is not denied. No tool can have this name. */
export const everything = '*';

type Powers = Pick<AgentSnapshot, 'tools' | 'ceiling' | 'denies' | 'approvals'>;

/** The rights that the place in the tree allows. */
export interface RightsAbove {
  ceiling: readonly string[];
  denied: readonly string[];
  /** Tools that an owner lets the parent pass on to this child, whatever the parent's ceiling. */
  granted: readonly string[] | null;
}

/** The rights of the person who starts a chat. Tools that administer the workspace are for owners. */
export function rightsOfPerson(role: Role, tools: readonly Pick<Tool, 'name' | 'reach'>[]): RightsAbove {
  const names = tools.filter(({ reach }) => reach !== 'admin').map(({ name }) => name);
  const ceilings = { owner: [everything], editor: [...names, 'askUser'], viewer: [] };
  return { ceiling: ceilings[role], denied: [], granted: null };
}

/** Reduces the rights of an imported thread to those of the person who imports it. */
export function clampRightsTo(
  role: Role,
  tools: readonly Pick<Tool, 'name' | 'reach'>[],
): (thread: { agent: Powers; rights?: Rights | undefined }) => { rights?: Rights } {
  const allowed = rightsOfPerson(role, tools).ceiling;
  return ({ agent, rights = { use: agent.tools, ceiling: [everything], denied: [] } }) => {
    if (allowed.includes(everything)) return {};
    const use = rights.use.filter((name) => isWithin(allowed, name));
    return { rights: { use, ceiling: intersect(rights.ceiling, allowed), denied: rights.denied } };
  };
}

export function rightsOfParent(parent: Pick<ThreadState, 'rights' | 'agent'>, childAgentId: AgentId): RightsAbove {
  const grants = parent.agent.grants ?? {};
  return { ...boundByRights(parent), granted: (Object.hasOwn(grants, childAgentId) && grants[childAgentId]) || null };
}

/** An edited agent stays within the ceiling from the start of its chat: an edit can remove from it, and never add. */
export function boundByRights({ rights }: Pick<ThreadState, 'rights'>): RightsAbove {
  return { ceiling: rights?.ceiling ?? [everything], denied: rights?.denied ?? [], granted: null };
}

/** Threads from before rights existed may use what their agent lists. */
export function usableTools({ rights, agent }: Pick<ThreadState, 'rights' | 'agent'>): readonly string[] {
  return rights ? rights.use : agent.tools;
}

/** Reason why a tool may not be used now; null if it may. A deny of the workspace takes effect at once. */
export function forbiddenBecause(thread: ThreadState, name: string, deniedTools: readonly string[]): Reason | null {
  if (thread.rights?.denied.includes(name)) return { code: 'tool-denied', name };
  if (deniedTools.includes(name)) return { code: 'tool-denied-by-workspace', name };
  if (!usableTools(thread).includes(name)) return { code: 'tool-not-granted', name };
  return null;
}

/**
 * Whether the current definitions of the agents on the path to a thread allow it a tool. Approvals are checked against
 * this as well: a person's approval may be older than a deny that came while it was awaited. Null stands for a deleted
 * agent.
 */
export function stillAllowed(name: string, path: readonly (PlacedPowers | null)[]): boolean {
  let above: RightsAbove = { ceiling: [everything], denied: [], granted: null };
  for (const [index, agent] of path.entries()) {
    const powers = { ...(agent ?? nobody), tools: [name] };
    const rights = rightsOf(powers, above, []);
    const below = path[index + 1]?.agentId;
    const granted = (below && agent?.grants?.[below]) || null;
    above = { ceiling: rights.ceiling, denied: rights.denied, granted };
    if (index === path.length - 1) return rights.use.includes(name) && hasTool(agent, name);
  }
  return true;
}

export type PlacedPowers = Powers & Pick<AgentSnapshot, 'agentId' | 'grants'>;

const nobody: Powers = { tools: [] };

function hasTool(agent: Powers | null, name: string): boolean {
  return !agent || agent.tools.includes(name) || name === 'loadSkill';
}

function deniedByRule({ approvals = {} }: Powers): string[] {
  return Object.entries(approvals).flatMap(([name, rule]) => (rule === 'deny' ? [name] : []));
}

/** Tools that the workspace denies at this moment, by name or by reach. */
export function deniedNow(
  { deniedTools, approvals }: { deniedTools: readonly string[]; approvals: ApprovalRules },
  tool: Pick<Tool, 'name' | 'reach'> | null,
): readonly string[] {
  return tool && approvals[tool.reach] === 'deny' ? [...deniedTools, tool.name] : deniedTools;
}

function intersect(left: readonly string[], right: readonly string[]): string[] {
  if (left.includes(everything)) return [...right];
  return right.includes(everything) ? [...left] : left.filter((name) => right.includes(name));
}

/** An agent with a skill may load it: no list of tools has that tool. */
function isWithin(ceiling: readonly string[], name: string): boolean {
  return ceiling.includes(everything) || ceiling.includes(name) || name === 'loadSkill';
}
