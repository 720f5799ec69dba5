import {
  type AgentId,
  type ApprovalRules,
  defaultApprovals,
  defaultCompactAtTokens,
  defaultLimits,
  defaultMaxNoticeTurns,
  defaultProviderRetryMs,
  routes,
} from '@retinue/protocol';
import type { z } from 'zod';
import { budgetCopy } from '../../../components/forms/copy.ts';
import { budgetFields, minuteMs, number, text, unchanged } from '../../../store/forms/codecs.ts';
import { type DraftOf, type FormShape, isMembers, nullIfEmpty } from '../../../store/forms/form-shape.ts';
import type { Form } from '../../../store/forms/use-form.ts';
import { workspaceCopy as copy } from './copy.ts';

const { ranges } = copy.limits;
const count = number({ empty: null });
const minutes = (range: string) => number({ unit: minuteMs, empty: null, range });

const limitFields = {
  'limits.maxChildrenAtOnce': count,
  'limits.maxTasksPerTurn': count,
  'limits.maxSteps': count,
  'limits.maxTokens': count,
  'limits.maxWorkMs': minutes(ranges.maxWorkMs),
  'limits.idleMs': minutes(ranges.idleMs),
  'limits.maxOutputChars': count,
  'limits.approvalLapseMs': minutes(ranges.approvalLapseMs),
  'limits.compactAtTokens': count,
  'limits.maxNoticeTurns': count,
  'limits.providerRetryMs': minutes(ranges.providerRetryMs),
};

export const limitPaths = Object.keys(limitFields) as (keyof typeof limitFields)[];

/** In the unit of the field. Null for no limit. */
export const limitDefaults: Record<keyof typeof limitFields, number | null> = {
  'limits.maxChildrenAtOnce': defaultLimits.maxChildrenAtOnce,
  'limits.maxTasksPerTurn': defaultLimits.maxTasksPerTurn,
  'limits.maxSteps': defaultLimits.maxSteps,
  'limits.maxTokens': null,
  'limits.maxWorkMs': defaultLimits.maxWorkMs / minuteMs,
  'limits.idleMs': defaultLimits.idleMs / minuteMs,
  'limits.maxOutputChars': defaultLimits.maxOutputChars,
  'limits.approvalLapseMs': null,
  'limits.compactAtTokens': defaultCompactAtTokens,
  'limits.maxNoticeTurns': defaultMaxNoticeTurns,
  'limits.providerRetryMs': defaultProviderRetryMs / minuteMs,
};

const fields = {
  name: text,
  maxDepth: number(),
  defaultAgentId: unchanged<AgentId | ''>(''),
  approvals: unchanged<ApprovalRules>(defaultApprovals),
  deniedTools: unchanged<readonly string[]>([]),
  ...limitFields,
  ...budgetFields('limits.budget', budgetCopy.ranges),
};

type WorkspaceDraft = DraftOf<typeof fields>;
type WorkspaceChanges = z.infer<typeof routes.changeWorkspace.body>;
export interface WorkspaceFormProps {
  form: Form<WorkspaceDraft>;
}

export const workspaceShape: FormShape<WorkspaceDraft, WorkspaceChanges> = {
  fields,
  labels: copy.labels,
  schema: routes.changeWorkspace.body,
  finish: ({ limits, ...request }) => ({
    ...request,
    limits: isMembers(limits) ? nullIfEmpty(limits, 'budget') : limits,
  }),
  fieldOfCode: { 'no-such-agent': 'defaultAgentId', 'no-such-tool': 'deniedTools' },
};
