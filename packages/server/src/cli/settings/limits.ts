import type { LimitChanges, Limits, Workspace } from '@retinue/protocol';
import {
  defaultCompactAtTokens,
  defaultMaxNoticeTurns,
  defaultProviderRetryMs,
  dollars,
  limitChangesSchema,
  localWorkspaceId,
  problemsIn,
} from '@retinue/protocol';
import type { CommandInput } from '../arguments.ts';
import { withConnection } from '../connection/connect.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import { usageError } from '../exit.ts';
import { readAssignments, readBudget } from './read-budget.ts';

/** Shows or changes the limits of new chats. */
export async function limits(context: Context, { given }: CommandInput): Promise<void> {
  const changes = readChanges(given);
  const isChange = Object.keys(changes).length > 0;
  const params = { workspaceId: localWorkspaceId };
  const workspace = await withConnection(context, {}, (client) =>
    isChange ? client.changeWorkspace({ params, body: { limits: changes } }) : client.getWorkspace({ params }),
  );
  const shown = { maxDepth: workspace.maxDepth, ...workspace.limits };
  print(context, shown, draw(workspace, context.config.limits).join('\n'));
}

function readChanges({ set = '', budget }: CommandInput['given']): LimitChanges {
  const pairs = readAssignments(set).map(([name, value]) => [name, value === 'default' ? null : Number(value)]);
  const isNone = budget === 'default' || budget === 'none';
  const bounds = budget === undefined ? {} : { budget: isNone ? null : readBudget(budget) };
  const parsed = limitChangesSchema.safeParse({ ...Object.fromEntries(pairs), ...bounds });
  if (parsed.success) return parsed.data;
  throw usageError(`These limits can't be set. ${problemsIn(parsed.error)} See: limits --help`);
}

function draw({ maxDepth, limits: own }: Workspace, defaults: Limits): string[] {
  const fallback = {
    compactAtTokens: defaultCompactAtTokens,
    maxNoticeTurns: defaultMaxNoticeTurns,
    providerRetryMs: defaultProviderRetryMs,
    approvalLapseMs: null,
  };
  const { budget, ...numbers } = { ...defaults, ...fallback, ...defaults, maxDepth, ...own };
  const lines = Object.entries(numbers).map(([name, value]) => {
    const isDefault = name !== 'maxDepth' && !(name in own);
    return `${name.padEnd(nameWidth)} ${value ?? 'no limit'}${isDefault ? ' (default)' : ''}`;
  });
  const bounds = Object.entries(budget ?? {}).flatMap(([kind, bound]) => {
    if (bound === null) return [];
    return [kind === 'costMicros' ? dollars(bound) : kind === 'workMs' ? `${bound / 60_000} min` : `${bound} ${kind}`];
  });
  return [...lines, `${'budget'.padEnd(nameWidth)} ${bounds.join(' · ') || 'none'}`];
}

const nameWidth = 18;
