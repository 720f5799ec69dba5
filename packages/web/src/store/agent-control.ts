import type { AgentDefinition, AgentId, AgentInput, ApprovalRule } from '@retinue/protocol';
import { type BudgetDraft, budgetNames, budgetOf, draftOfBudget } from './budget-draft.ts';
import type { FieldNames } from './forms.ts';
import { resultSchemaOf, typedSchema } from './result-schema-draft.ts';

/** The part of an agent's form that says what the agent is held to. */
export interface ControlDraft extends BudgetDraft {
  approvals: Readonly<Record<string, ApprovalRule>>;
  /** Null for no bound of its own. */
  ceiling: readonly string[] | null;
  denies: readonly string[];
  grants: Readonly<Record<AgentId, readonly string[]>>;
  answersQuestions: boolean;
  actsOnNotices: boolean;
  /** JSON, as it is typed. */
  resultSchema: string;
}

export const noControl: ControlDraft = {
  approvals: {},
  ceiling: null,
  denies: [],
  grants: {},
  answersQuestions: false,
  actsOnNotices: false,
  resultSchema: '',
  ...draftOfBudget(null),
};

export const controlNames: FieldNames<ControlDraft> = [
  ['approvals', 'approvals', 'The list of approvals'],
  ['ceiling', 'ceiling', 'The ceiling'],
  ['denies', 'denies', 'The list of denied tools'],
  ['grants', 'grants', 'The list of grants'],
  ['resultSchema', 'resultSchema', 'The schema'],
  ...budgetNames('budget'),
];
export const controlFields = controlNames.map(([, field]) => field);

export function controlOf(agent: AgentDefinition): ControlDraft {
  const { approvals, ceiling, denies, grants, answersQuestions, actsOnNotices } = agent;
  return {
    approvals: approvals ?? noControl.approvals,
    ceiling: ceiling ?? null,
    denies: denies ?? noControl.denies,
    grants: grants ?? noControl.grants,
    answersQuestions: answersQuestions ?? false,
    actsOnNotices: actsOnNotices ?? false,
    resultSchema: typedSchema(agent.resultSchema),
    ...draftOfBudget(agent.budget),
  };
}

export function controlInput(draft: ControlDraft): Partial<AgentInput> {
  const result = resultSchemaOf(draft.resultSchema);
  const grants = Object.entries(draft.grants).map(([agentId, names]) => [agentId, [...names]]);
  return {
    approvals: { ...draft.approvals },
    ceiling: draft.ceiling && [...draft.ceiling],
    denies: [...draft.denies],
    grants: Object.fromEntries(grants),
    answersQuestions: draft.answersQuestions,
    actsOnNotices: draft.actsOnNotices,
    resultSchema: 'schema' in result ? result.schema : null,
    budget: budgetOf(draft),
  };
}

/** How much of it is not as it is for any agent. */
export function ownRulesCount(draft: ControlDraft): number {
  const { approvals, ceiling, denies, grants, answersQuestions, actsOnNotices } = draft;
  const isBounded = budgetOf(draft) !== null;
  const hasContract = draft.resultSchema.trim() !== '';
  const single = [ceiling !== null, answersQuestions, actsOnNotices, isBounded, hasContract].filter(Boolean).length;
  return Object.keys(approvals).length + denies.length + Object.keys(grants).length + single;
}
