import type { AgentDefinition, AgentId, Refusal, SkillId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { ChangedAgent, NewAgent } from '../ports/settings/agents.ts';

type Fields = Omit<AgentDefinition, 'agentId' | 'version'>;

export const fieldsOf = (input: NewAgent) => givenIn(input) as Fields;
export const changedFieldsOf = (changes: ChangedAgent) => givenIn(changes) as Partial<Fields>;

/** Drops fields that are not given. Null removes an optional field from the definition. */
function givenIn(fields: object): object {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const isRemoved = (name: string, value: unknown) => value === null && ['resultSchema', 'budget'].includes(name);
  return Object.fromEntries(given.map(([name, value]) => [name, isRemoved(name, value) ? undefined : value]));
}

/** The definition as it is stored, or a refusal for a reference to something that does not exist. */
export function checkAgent(
  definition: AgentDefinition,
  all: readonly AgentDefinition[],
  { toolNames, hasSkill }: { toolNames: readonly string[]; hasSkill: (skillId: SkillId) => boolean },
): AgentDefinition | Refusal {
  const tools = [...new Set(definition.tools)];
  const unknown = namedTools(definition).filter((name) => !toolNames.includes(name));
  if (unknown.length > 0) return refuse('no-such-tool', { names: unknown, known: [...toolNames] });
  const missing = definition.skillIds.filter((id) => !hasSkill(id));
  if (missing.length > 0) return refuse('no-such-skill', { skillIds: missing });
  const { ceiling, ...rest } = definition;
  return checkSubAgents(
    { ...rest, ...(ceiling ? { ceiling } : {}), tools, skillIds: [...new Set(definition.skillIds)] },
    all.map(({ agentId }) => agentId),
  );
}

/** Unknown names are refused: they would deny or grant nothing. */
function namedTools({ tools, approvals = {}, ceiling, denies = [], grants = {} }: AgentDefinition): string[] {
  const names = [...tools, ...Object.keys(approvals), ...(ceiling ?? []), ...denies, ...Object.values(grants).flat()];
  return [...new Set(names)];
}

/** The definition with each sub-agent listed once, or a refusal. */
export function checkSubAgents(definition: AgentDefinition, all: readonly AgentId[]): AgentDefinition | Refusal {
  const { agentId } = definition;
  const subAgentIds = [...new Set(definition.subAgentIds)];
  if (subAgentIds.includes(agentId)) return refuse('sub-agent-is-self', { agentId });
  const unknown = subAgentIds.filter((subAgentId) => !all.includes(subAgentId));
  if (unknown.length === 0) return { ...definition, subAgentIds };
  const known = all.filter((other) => other !== agentId);
  return refuse('no-such-sub-agent', { agentId, subAgentIds: unknown, known });
}
