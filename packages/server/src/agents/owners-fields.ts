import { isDeepStrictEqual } from 'node:util';
import type { AgentDefinition, Reach, Refusal, Role } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';

export interface KnownTool {
  name: string;
  reach: Reach;
}

type OwnersFields = Pick<AgentDefinition, 'ceiling' | 'denies' | 'grants' | 'budget' | 'approvals'>;

/** The fields that a copy may have from its original: its budget, which bounds the copy in the same way. */
export function copiedFields({ budget }: AgentDefinition): OwnersFields {
  return budget === undefined ? {} : { budget };
}

/**
 * What only an owner may change of an agent: what it may hand on and spend, what is denied below it, and which calls that reach
 * outside need nobody's approval. Anybody else may leave it as it is. Null when the change may be made.
 */
export function refusedTo(
  role: Role,
  before: OwnersFields | null,
  after: OwnersFields,
  tools: readonly KnownTool[],
): Refusal | null {
  if (role === 'owner') return null;
  const differing = (['ceiling', 'denies', 'grants', 'budget'] as const).find(
    (field) => !isDeepStrictEqual(before?.[field] ?? noneOf[field], after[field] ?? noneOf[field]),
  );
  if (differing) return refuse('owners-only', `change an agent's ${differing}`);
  const allowed = allowedTools(after).filter((name) => !allowedTools(before).includes(name));
  const outside = allowed.find((name) => tools.find((tool) => tool.name === name)?.reach !== 'internal');
  if (outside) return refuse('owners-only', `let an agent use "${outside}" without approval`);
  const loosened = deniedTools(before).find((name) => !deniedTools(after).includes(name));
  return loosened ? refuse('owners-only', `allow an agent "${loosened}", which is denied`) : null;
}

const noneOf = { ceiling: undefined, denies: [], grants: {}, budget: undefined };

function allowedTools(agent: OwnersFields | null): string[] {
  return toolsWith(agent, 'allow');
}

function deniedTools(agent: OwnersFields | null): string[] {
  return toolsWith(agent, 'deny');
}

function toolsWith(agent: OwnersFields | null, wanted: 'allow' | 'deny'): string[] {
  return Object.entries(agent?.approvals ?? {}).flatMap(([name, rule]) => (rule === wanted ? [name] : []));
}
