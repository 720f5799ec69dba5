import type { AgentSnapshot, Introduction, Limits, ThreadState } from '@retinue/protocol';

/** The place of an agent in its tree, as far as delegation depends on it. */
export type AgentPlace = Pick<ThreadState, 'depth' | 'path' | 'parent'> & {
  agent: AgentSnapshot;
  limits: Limits;
};

export interface Delegates {
  offered: Introduction[];
  withheld: { agent: Introduction; reason: string }[];
}

/** The agents that a thread may delegate to now, and those that it may not, with the reason. */
export function delegatesOf(place: AgentPlace): Delegates {
  const delegates: Delegates = { offered: [], withheld: [] };
  for (const agent of place.agent.subAgents) {
    const reason = withheldBecause(place, agent);
    if (reason) delegates.withheld.push({ agent, reason });
    else delegates.offered.push(agent);
  }
  return delegates;
}

function withheldBecause({ depth, path, limits }: AgentPlace, { agentId }: Introduction): string | null {
  if (depth >= limits.maxDepth) return `tasks here may be nested ${limits.maxDepth} deep at most`;
  if (path.includes(agentId)) return 'it is already at work on the way from the root to you';
  return null;
}
