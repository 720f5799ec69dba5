import type { AgentDefinition, AgentId } from '@retinue/protocol';

/** The definition with each sub-agent listed once, or what is wrong with its list. */
export function checkSubAgents(
  definition: AgentDefinition,
  known: readonly AgentId[],
): AgentDefinition | { problem: string } {
  const { agentId } = definition;
  const subAgentIds = [...new Set(definition.subAgentIds)];
  if (subAgentIds.includes(agentId)) {
    return { problem: `Agent ${agentId} cannot be its own sub-agent. Remove it from subAgentIds.` };
  }
  const unknown = subAgentIds.filter((subAgentId) => !known.includes(subAgentId));
  if (unknown.length === 0) return { ...definition, subAgentIds };
  const others = known.filter((other) => other !== agentId).join(', ') || 'none';
  return {
    problem: `Agent ${agentId} lists sub-agents that do not exist: ${unknown.join(', ')}. It may list: ${others}.`,
  };
}
