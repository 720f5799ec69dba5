import type { LimitChanges, Limits, Workspace } from '@retinue/protocol';
import {
  defaultCompactAtTokens,
  defaultMaxNoticeTurns,
  defaultProviderRetryMs,
  dollars,
  limitChangesSchema,
  problemsIn,
} from '@retinue/protocol';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import { readBudget } from './read-budget.ts';
import { openSettings } from './settings.ts';

/** What bounds the chats that are opened from now on: shown, or changed. */
export async function limits(
  context: Context,
  { set, budget }: { set: string | null; budget: string | null },
): Promise<{ code: ExitCode } | Failure> {
  const changes = readChanges(set, budget);
  if ('words' in changes) return changes;
  const settings = await openSettings(context);
  try {
    const isChange = Object.keys(changes).length > 0;
    const workspace = await (isChange ? settings.changeLimits(changes) : settings.workspace());
    if ('words' in workspace) return workspace;
    const { terminal, isJson, config } = context;
    const shown = { maxDepth: workspace.maxDepth, ...workspace.limits };
    terminal.out(isJson ? `${JSON.stringify(shown)}\n` : `${draw(workspace, config.limits).join('\n')}\n`);
    return { code: exitCodes.ok };
  } finally {
    await settings.close();
  }
}

function readChanges(set: string | null, budget: string | null): LimitChanges | Failure {
  const changes: Record<string, unknown> = {};
  for (const word of (set ?? '').split(/[\s,]+/).filter((part) => part !== '')) {
    const [name = '', value = ''] = word.split('=', 2);
    changes[name] = value === 'default' ? null : Number(value);
  }
  if (budget !== null) {
    const read = budget === 'default' || budget === 'none' ? null : readBudget(budget);
    if (read && 'words' in read) return read;
    changes.budget = read;
  }
  const parsed = limitChangesSchema.safeParse(changes);
  if (parsed.success) return parsed.data;
  return wrongUsage(`These limits can't be set. ${problemsIn(parsed.error)} See: limits --help`);
}

function draw({ maxDepth, limits: own }: Workspace, defaults: Limits): string[] {
  const compactAtTokens = defaults.compactAtTokens ?? defaultCompactAtTokens;
  const maxNoticeTurns = defaults.maxNoticeTurns ?? defaultMaxNoticeTurns;
  const providerRetryMs = defaults.providerRetryMs ?? defaultProviderRetryMs;
  const filled = { ...defaults, compactAtTokens, maxNoticeTurns, providerRetryMs };
  const { budget, ...numbers } = { approvalLapseMs: null, ...filled, maxDepth, ...own };
  const lines = Object.entries(numbers).map(([name, value]) => {
    const mark = name in own ? '' : ' (default)';
    return `${name.padEnd(longestName)} ${value ?? 'no limit'}${name === 'maxDepth' ? '' : mark}`;
  });
  const bounds = Object.entries(budget ?? {}).flatMap(([kind, bound]) => {
    if (bound === null) return [];
    return [kind === 'costMicros' ? dollars(bound) : kind === 'workMs' ? `${bound / 60_000} min` : `${bound} ${kind}`];
  });
  return [...lines, `${'budget'.padEnd(longestName)} ${bounds.join(' · ') || 'none'}`];
}

const longestName = 18;
