import { type AgentId, type ApprovalRules, routes, type Workspace } from '@retinue/protocol';
import {
  type Checked,
  type FieldNames,
  fieldOfRefusal,
  labelIn,
  type Problems,
  problemsOf,
  type Refused,
} from './forms.ts';
import type { WorkspaceChanges } from './library.ts';
import { draftOfLimits, type LimitsDraft, limitNames, limitsOf } from './limits-draft.ts';

/** The settings of a workspace as they stand in their form: numbers are what was typed. */
export interface WorkspaceDraft extends LimitsDraft {
  name: string;
  maxDepth: string;
  defaultAgentId: AgentId;
  approvals: ApprovalRules;
  deniedTools: readonly string[];
}

const names: FieldNames<WorkspaceDraft> = [
  ['name', 'name', 'The name'],
  ['maxDepth', 'maxDepth', 'The depth'],
  ['defaultAgentId', 'defaultAgentId', 'The agent'],
  ['approvals', 'approvals', 'The list of approvals'],
  ['deniedTools', 'deniedTools', 'The list of denied tools'],
  ...limitNames,
];

export const workspaceFieldLabel = labelIn(names);

export function draftOfWorkspace(workspace: Workspace): WorkspaceDraft {
  const { name, maxDepth, defaultAgentId, approvals, deniedTools, limits } = workspace;
  return { name, maxDepth: String(maxDepth), defaultAgentId, approvals, deniedTools, ...draftOfLimits(limits) };
}

/** By the same schema that the server asks. */
export function checkWorkspace(draft: WorkspaceDraft): Checked<WorkspaceDraft, WorkspaceChanges> {
  const { name, maxDepth, defaultAgentId, approvals, deniedTools } = draft;
  const changes = {
    name,
    maxDepth: Number(maxDepth),
    defaultAgentId,
    approvals,
    deniedTools: [...deniedTools],
    limits: limitsOf(draft),
  };
  const parsed = routes.changeWorkspace.body.safeParse(changes);
  if (parsed.success) return { value: changes };
  const problems = problemsOf(parsed.error.issues, names);
  // The schema speaks of milliseconds, the form of minutes.
  if (problems.workMinutes) problems.workMinutes = 'The time at work must be from a second to a week, in minutes.';
  if (problems.idleMinutes) problems.idleMinutes = 'The silence must be from a second to a day, in minutes.';
  return { problems };
}

export function workspaceProblems(refusal: Refused): Problems<WorkspaceDraft> {
  const field = fieldsByCode.get(refusal.code) ?? fieldOfRefusal(refusal, names);
  return field ? { [field]: refusal.words } : {};
}

const fieldsByCode = new Map<string, keyof WorkspaceDraft>([
  ['no-such-agent', 'defaultAgentId'],
  ['no-such-tool', 'deniedTools'],
]);
