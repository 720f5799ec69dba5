import type { AgentSnapshot, Introduction, Limits, ThreadState } from '@retinue/protocol';

/** The place of an agent in its tree, as far as delegation depends on it. */
export type AgentPlace = Pick<ThreadState, 'depth' | 'path' | 'parent'> & {
  agent: AgentSnapshot;
  limits: Limits;
};

export interface Delegates {
  offered: Introduction[];
  withheld: { agent: Introduction; reason: Withheld }[];
}

/** The tree is as deep as it may be, or the agent works above this thread. */
export type Withheld = { code: 'too-deep'; maxDepth: number } | { code: 'works-above' };

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

function withheldBecause({ depth, path, limits }: AgentPlace, { agentId }: Introduction): Withheld | null {
  if (depth >= limits.maxDepth) return { code: 'too-deep', maxDepth: limits.maxDepth };
  if (path.includes(agentId)) return { code: 'works-above' };
  return null;
}
