import type { AgentChanges, AgentDefinition, AgentInput, Refusal, SkillId } from '@retinue/protocol';
import { agentChangesSchema, agentInputSchema, fieldErrorsIn, problemsIn, refuse } from '@retinue/protocol';
import { checkSubAgents } from './check-sub-agents.ts';

type Checked = Omit<AgentDefinition, 'agentId' | 'version'>;

export function checkInput(input: AgentInput): Checked | Refusal {
  const parsed = agentInputSchema.safeParse(input);
  if (!parsed.success) return refuse('invalid-agent', problemsIn(parsed.error), fieldErrorsIn(parsed.error));
  return withoutNone(given(parsed.data)) as Checked;
}

export function checkChanges(changes: AgentChanges): Partial<Checked> | Refusal {
  const parsed = agentChangesSchema.safeParse(changes);
  if (!parsed.success) return refuse('invalid-agent', problemsIn(parsed.error), fieldErrorsIn(parsed.error));
  return withoutNone(given(parsed.data)) as Partial<Checked>;
}

function given(fields: object): [string, unknown][] {
  return Object.entries(fields).filter(([, value]) => value !== undefined);
}

/** Of what an agent need not have, null says that it has none; a definition then lacks the field. */
function withoutNone(fields: [string, unknown][]): object {
  const optional = ['resultSchema', 'budget'];
  return Object.fromEntries(
    fields.map(([name, value]) => [name, value === null && optional.includes(name) ? undefined : value]),
  );
}

/** The definition as it is to be kept beside the others, or what is wrong with what it refers to. */
export function checkAgent(
  definition: AgentDefinition,
  all: readonly AgentDefinition[],
  { toolNames, hasSkill }: { toolNames: readonly string[]; hasSkill: (skillId: SkillId) => boolean },
): AgentDefinition | Refusal {
  const tools = [...new Set(definition.tools)];
  const unknown = namedTools(definition).filter((name) => !toolNames.includes(name));
  if (unknown.length > 0) return refuse('no-such-tool', `${unknown.join(', ')}. There is: ${toolNames.join(', ')}`);
  const missing = definition.skillIds.filter((id) => !hasSkill(id));
  if (missing.length > 0) return refuse('no-such-skill', missing.join(', '));
  const { ceiling, ...rest } = definition;
  return checkSubAgents(
    { ...rest, ...(ceiling ? { ceiling } : {}), tools, skillIds: [...new Set(definition.skillIds)] },
    all.map(({ agentId }) => agentId),
  );
}

/** A name that is nobody's would deny or grant nothing, without a word. */
function namedTools({ tools, approvals = {}, ceiling, denies = [], grants = {} }: AgentDefinition): string[] {
  const names = [...tools, ...Object.keys(approvals), ...(ceiling ?? []), ...denies, ...Object.values(grants).flat()];
  return [...new Set(names)];
}
