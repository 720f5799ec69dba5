import type { AgentChanges, AgentDefinition, AgentInput, Refusal, SkillId } from '@retinue/protocol';
import { agentChangesSchema, agentInputSchema, problemsIn, refuse } from '@retinue/protocol';
import { checkSubAgents } from './check-sub-agents.ts';

type Checked = Omit<AgentDefinition, 'agentId' | 'version'>;

export function checkInput(input: AgentInput): Checked | Refusal {
  const parsed = agentInputSchema.safeParse(input);
  return parsed.success ? (withoutNone(parsed.data) as Checked) : refuse('invalid-agent', problemsIn(parsed.error));
}

export function checkChanges(changes: AgentChanges): Partial<Checked> | Refusal {
  const parsed = agentChangesSchema.safeParse(changes);
  if (!parsed.success) return refuse('invalid-agent', problemsIn(parsed.error));
  const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
  return withoutNone(Object.fromEntries(given)) as Partial<Checked>;
}

/** Of what an agent need not have, null says that it has none; a definition then lacks the field. */
function withoutNone(fields: object): object {
  const optional = ['resultSchema', 'budget'];
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value === null && optional.includes(name) ? undefined : value,
    ]),
  );
}

/** The definition as it is to be kept beside the others, or what is wrong with what it refers to. */
export function checkAgent(
  definition: AgentDefinition,
  all: readonly AgentDefinition[],
  { toolNames, skillIds }: { toolNames: readonly string[]; skillIds: readonly SkillId[] },
): AgentDefinition | Refusal {
  const tools = [...new Set(definition.tools)];
  const unknown = tools.filter((name) => !toolNames.includes(name));
  if (unknown.length > 0) return refuse('no-such-tool', `${unknown.join(', ')}. There is: ${toolNames.join(', ')}`);
  const missing = definition.skillIds.filter((id) => !skillIds.includes(id));
  if (missing.length > 0) return refuse('no-such-skill', missing.join(', '));
  return checkSubAgents(
    { ...definition, tools, skillIds: [...new Set(definition.skillIds)] },
    all.map(({ agentId }) => agentId),
  );
}
