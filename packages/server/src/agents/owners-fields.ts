import { isDeepStrictEqual } from 'node:util';
import { type AgentDefinition, type Reach, type Refusal, type Role, refuse } from '@retinue/protocol';

export interface KnownTool {
  name: string;
  reach: Reach;
}

type OwnersFields = Pick<AgentDefinition, 'ceiling' | 'denies' | 'grants' | 'budget' | 'approvals'>;

/** The owner's fields that a copy keeps: the budget, which bounds the copy as well. */
export function copiedFields({ budget }: AgentDefinition): OwnersFields {
  return budget === undefined ? {} : { budget };
}

/**
 * Fields of an agent that only an owner may change: ceilings, denials, grants, the budget, and approval rules that loosen
 * control. Others may keep them as they are. Null when the change is allowed.
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
  if (differing) return refuse('owners-only', { action: 'change-field', name: differing });
  const allowed = added('allow', before, after);
  const outside = allowed.find((name) => tools.find((tool) => tool.name === name)?.reach !== 'internal');
  if (outside) return refuse('owners-only', { action: 'allow-tool', name: outside });
  const [loosened] = added('deny', after, before);
  return loosened ? refuse('owners-only', { action: 'lift-denial', name: loosened }) : null;
}

const noneOf = { ceiling: undefined, denies: [], grants: {}, budget: undefined };

/** Tools that have this approval rule only in the second agent. */
function added(rule: 'allow' | 'deny', first: OwnersFields | null, second: OwnersFields | null): string[] {
  return Object.entries(second?.approvals ?? {}).flatMap(([name, own]) =>
    own === rule && first?.approvals?.[name] !== rule ? [name] : [],
  );
}
