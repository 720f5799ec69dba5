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
import { type Codec, type DraftOf, type FormShape, isMembers, nullIfEmpty } from '../../../store/forms/form-shape.ts';
import type { Form } from '../../../store/forms/use-form.ts';
import { workspaceCopy as copy } from './copy.ts';

const { ranges } = copy.limits;
const count = number({ empty: null });
const minutes = (range: string) => number({ unit: minuteMs, empty: null, range });

/** The field of each limit, and its default in the unit of the field. Null for no limit. */
const limits = {
  'limits.maxChildrenAtOnce': [count, defaultLimits.maxChildrenAtOnce],
  'limits.maxTasksPerTurn': [count, defaultLimits.maxTasksPerTurn],
  'limits.maxSteps': [count, defaultLimits.maxSteps],
  'limits.maxTokens': [count, null],
  'limits.maxWorkMs': [minutes(ranges.maxWorkMs), defaultLimits.maxWorkMs / minuteMs],
  'limits.idleMs': [minutes(ranges.idleMs), defaultLimits.idleMs / minuteMs],
  'limits.maxOutputChars': [count, defaultLimits.maxOutputChars],
  'limits.approvalLapseMs': [minutes(ranges.approvalLapseMs), null],
  'limits.compactAtTokens': [count, defaultCompactAtTokens],
  'limits.maxNoticeTurns': [count, defaultMaxNoticeTurns],
  'limits.providerRetryMs': [minutes(ranges.providerRetryMs), defaultProviderRetryMs / minuteMs],
} satisfies Record<string, [field: Codec<string>, otherwise: number | null]>;

type LimitPath = keyof typeof limits;

export const limitPaths = Object.keys(limits) as LimitPath[];

export function limitDefault(path: LimitPath): number | null {
  return limits[path][1];
}

const fields = {
  name: text,
  maxDepth: number(),
  defaultAgentId: unchanged<AgentId | ''>(''),
  approvals: unchanged<ApprovalRules>(defaultApprovals),
  deniedTools: unchanged<readonly string[]>([]),
  ...(Object.fromEntries(limitPaths.map((path) => [path, limits[path][0]])) as Record<LimitPath, Codec<string>>),
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
