import { addSaturating, dayMs, storedId, type UsageRange, type UsageReport, type WorkspaceId } from '@retinue/protocol';
import type { RowReader } from './row-query.ts';
import type { KeyRow, UsageScope } from './usage-queries.ts';
import { agentNameQuery, agentQueries, chatQuery, dayQueries, spentFields, taskFields } from './usage-queries.ts';

/** Reads the cost and the outcomes of a workspace's work, added up by the database from rows; no event is read. */
export async function readStats(reader: RowReader, workspaceId: WorkspaceId, range: UsageRange): Promise<UsageReport> {
  const scope = scopeOf(workspaceId, range);
  const agents = await readByKey(reader, agentQueries, scope);
  for (const row of agents) {
    const named = row.name ? [] : await agentNameQuery(reader, { workspaceId, agentId: storedId.agent(row.key) });
    row.name ??= named[0]?.agent_name;
  }
  const days = await readByKey(reader, dayQueries, scope);
  const chats = await chatQuery(reader, scope);
  const spent = ({ inputTokens, outputTokens }: AgentStats) => addSaturating(inputTokens, outputTokens);
  return {
    agents: agents.map(toAgent).sort((left, right) => spent(right) - spent(left) || (left.name < right.name ? -1 : 1)),
    days: days.map(toDay).sort((left, right) => (left.day < right.day ? -1 : 1)),
    chats: chats.map((row) => ({ chatId: row.root_id, title: row.title, ...countsOf(row, spentFields) })),
  };
}

type AgentStats = UsageReport['agents'][number];
type DayStats = UsageReport['days'][number];

function scopeOf(workspaceId: WorkspaceId, { from, to, agentId, chatId }: UsageRange): UsageScope {
  return {
    workspaceId,
    ...(from ? { fromAt: Date.parse(from) } : {}),
    ...(to ? { beforeAt: Date.parse(to) + dayMs } : {}),
    ...(agentId ? { agentId } : {}),
    ...(chatId ? { chatId } : {}),
  };
}

async function readByKey(reader: RowReader, queries: typeof agentQueries, scope: UsageScope): Promise<KeyRow[]> {
  const joined = new Map<string, KeyRow>();
  for (const query of queries) {
    for (const row of await query(reader, scope)) {
      joined.set(String(row.key), { ...joined.get(String(row.key)), ...row });
    }
  }
  return [...joined.values()];
}

function toAgent(row: KeyRow): AgentStats {
  const agentId = storedId.agent(row.key);
  return { agentId, name: row.name ?? agentId, ...countsOf(row, spentFields), ...tasksOf(row) };
}

function toDay(row: KeyRow): DayStats {
  const day = new Date(Number(row.key) * dayMs).toISOString().slice(0, 10);
  const { inputTokens, outputTokens, estimatedTokens, ...rest } = countsOf(row, spentFields);
  const { workedMs, costMicros, unpricedTokens } = rest;
  const tokens = addSaturating(inputTokens, outputTokens, estimatedTokens);
  return { day, chats: row.chats ?? 0, tokens, workedMs, costMicros, unpricedTokens, ...tasksOf(row) };
}

function tasksOf(row: KeyRow) {
  const counts = countsOf(row, taskFields);
  const ended = counts.succeeded + counts.failed + counts.cancelled;
  const successRate = ended === 0 ? null : counts.succeeded / ended;
  const { questions = 0, medianMs = null, p95Ms = null } = row;
  return { ...counts, successRate, questions, medianMs, p95Ms };
}

/** Counts that were moved to another day never make this one negative. */
function countsOf<Field extends string>(row: { [Name in NoInfer<Field>]?: number }, fields: Record<Field, unknown>) {
  const names = Object.keys(fields) as Field[];
  return Object.fromEntries(names.map((name) => [name, Math.max(0, row[name] ?? 0)])) as Record<Field, number>;
}
