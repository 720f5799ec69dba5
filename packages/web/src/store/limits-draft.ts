import type { LimitChanges, WorkspaceLimits } from '@retinue/protocol';
import { type BudgetDraft, budgetNames, budgetOf, draftOfBudget, minuteMs, scaled, typed } from './budget-draft.ts';
import { type FieldNames, numberOf } from './forms.ts';

/** The limits of a workspace as they are typed: empty leaves one to the server. */
export interface LimitsDraft extends BudgetDraft {
  maxChildrenAtOnce: string;
  maxTasksPerTurn: string;
  maxSteps: string;
  workMinutes: string;
  idleMinutes: string;
  maxTokens: string;
  maxOutputChars: string;
  approvalMinutes: string;
  compactAtTokens: string;
  maxNoticeTurns: string;
  providerRetryMinutes: string;
}

export const limitNames: FieldNames<LimitsDraft> = [
  ['limits.maxChildrenAtOnce', 'maxChildrenAtOnce', 'The number of agents'],
  ['limits.maxTasksPerTurn', 'maxTasksPerTurn', 'The number of tasks'],
  ['limits.maxSteps', 'maxSteps', 'The number of steps'],
  ['limits.maxWorkMs', 'workMinutes', 'The time at work'],
  ['limits.idleMs', 'idleMinutes', 'The silence'],
  ['limits.maxTokens', 'maxTokens', 'The number of tokens'],
  ['limits.maxOutputChars', 'maxOutputChars', 'The length'],
  ['limits.approvalLapseMs', 'approvalMinutes', 'The time for an approval'],
  ['limits.compactAtTokens', 'compactAtTokens', 'The length of a prompt'],
  ['limits.maxNoticeTurns', 'maxNoticeTurns', 'The number of turns'],
  ['limits.providerRetryMs', 'providerRetryMinutes', 'The time for retries'],
  ...budgetNames('limits.budget'),
];

export function draftOfLimits(limits: WorkspaceLimits): LimitsDraft {
  return {
    maxChildrenAtOnce: typed(limits.maxChildrenAtOnce),
    maxTasksPerTurn: typed(limits.maxTasksPerTurn),
    maxSteps: typed(limits.maxSteps),
    workMinutes: typed(limits.maxWorkMs, minuteMs),
    idleMinutes: typed(limits.idleMs, minuteMs),
    maxTokens: typed(limits.maxTokens),
    maxOutputChars: typed(limits.maxOutputChars),
    approvalMinutes: typed(limits.approvalLapseMs, minuteMs),
    compactAtTokens: typed(limits.compactAtTokens),
    maxNoticeTurns: typed(limits.maxNoticeTurns),
    providerRetryMinutes: typed(limits.providerRetryMs, minuteMs),
    ...draftOfBudget(limits.budget),
  };
}

export function limitsOf(draft: LimitsDraft): LimitChanges {
  return {
    maxChildrenAtOnce: numberOf(draft.maxChildrenAtOnce) ?? null,
    maxTasksPerTurn: numberOf(draft.maxTasksPerTurn) ?? null,
    maxSteps: numberOf(draft.maxSteps) ?? null,
    maxWorkMs: scaled(draft.workMinutes, minuteMs),
    idleMs: scaled(draft.idleMinutes, minuteMs),
    maxTokens: numberOf(draft.maxTokens) ?? null,
    maxOutputChars: numberOf(draft.maxOutputChars) ?? null,
    approvalLapseMs: scaled(draft.approvalMinutes, minuteMs),
    compactAtTokens: numberOf(draft.compactAtTokens) ?? null,
    maxNoticeTurns: numberOf(draft.maxNoticeTurns) ?? null,
    providerRetryMs: scaled(draft.providerRetryMinutes, minuteMs),
    budget: budgetOf(draft),
  };
}
