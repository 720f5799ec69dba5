import type { AgentDefinition, AgentId, Refusal } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';

/** The definition with each sub-agent listed once, or what is wrong with its list. */
export function checkSubAgents(definition: AgentDefinition, known: readonly AgentId[]): AgentDefinition | Refusal {
  const { agentId } = definition;
  const subAgentIds = [...new Set(definition.subAgentIds)];
  if (subAgentIds.includes(agentId)) return refuse('sub-agent-is-self', agentId);
  const unknown = subAgentIds.filter((subAgentId) => !known.includes(subAgentId));
  if (unknown.length === 0) return { ...definition, subAgentIds };
  const others = known.filter((other) => other !== agentId).join(', ') || 'none';
  const problem = `${agentId} lists sub-agents that do not exist: ${unknown.join(', ')}. It may list: ${others}`;
  return refuse('no-such-sub-agent', problem);
}
