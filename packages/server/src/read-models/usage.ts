import type { UsageRange, UsageReport, WorkspaceId } from '@retinue/protocol';
import { addSaturating, dayMs, storedId } from '@retinue/protocol';
import type { Ask, Columns } from '../ports/sql.ts';
import type { Narrowed } from './usage-queries.ts';
import { nameText, narrow, spentTexts, taskTexts } from './usage-queries.ts';

/** What the work of a workspace cost and what came of it, added up by the database from rows; no event is read. */
export async function readStats(ask: Ask, workspaceId: WorkspaceId, range: UsageRange): Promise<UsageReport> {
  const rows = narrow(workspaceId, range);
  const agents = await byKey(ask, rows, 'agent');
  for (const row of agents) row.name ??= (await ask(nameText, [workspaceId, String(row.key)]))[0]?.agent_name;
  const days = await byKey(ask, rows, 'day');
  const spent = ({ inputTokens, outputTokens }: AgentStats) => addSaturating(inputTokens, outputTokens);
  return {
    agents: agents.map(toAgent).sort((left, right) => spent(right) - spent(left) || (left.name < right.name ? -1 : 1)),
    days: days.map(toDay).sort((left, right) => (left.day < right.day ? -1 : 1)),
    chats: (await ask(spentTexts.chat(rows.spentInAll.text), rows.spentInAll.values)).map(toChat),
  };
}

type AgentStats = UsageReport['agents'][number];
type DayStats = UsageReport['days'][number];
type ChatStats = UsageReport['chats'][number];

/** What was spent, what came of tasks, how long they took and how often somebody was asked, joined by their key. */
async function byKey(ask: Ask, rows: Narrowed, key: 'agent' | 'day'): Promise<Columns[]> {
  const { task, question } = rows;
  const spent = key === 'day' ? rows.spent : rows.spentInAll;
  const answers = [
    await ask(spentTexts[key](spent.text), spent.values),
    await ask(taskTexts.outcomes(task.text, key), task.values),
    await ask(taskTexts.durations(task.text, key), task.values),
    await ask(taskTexts.questions(question.text, key), question.values),
  ];
  const joined = new Map<string, Columns>();
  for (const row of answers.flat()) joined.set(String(row.key), { ...joined.get(String(row.key)), ...row });
  return [...joined.values()];
}

function toAgent(row: Columns): AgentStats {
  return { agentId: storedId.agent(row.key), name: String(row.name ?? row.key), ...toSpent(row), ...toTasks(row) };
}

function toDay(row: Columns): DayStats {
  const day = new Date(Number(row.key) * dayMs).toISOString().slice(0, 10);
  const { inputTokens, outputTokens, estimatedTokens, workedMs, costMicros } = toSpent(row);
  const tokens = addSaturating(inputTokens, outputTokens, estimatedTokens);
  const { tasks, ...outcomes } = toTasks(row);
  return { day, chats: number(row.chats), tasks, tokens, workedMs, costMicros, ...outcomes };
}

function toChat(row: Columns): ChatStats {
  return { chatId: storedId.thread(row.root_id), title: String(row.title), ...toSpent(row) };
}

function toSpent(row: Columns) {
  return {
    threads: number(row.threads),
    steps: number(row.steps),
    inputTokens: number(row.input),
    outputTokens: number(row.output),
    estimatedTokens: number(row.estimated),
    workedMs: number(row.worked),
    costMicros: number(row.cost),
  };
}

function toTasks(row: Columns) {
  const [succeeded, failed, cancelled] = [number(row.succeeded), number(row.failed), number(row.cancelled)];
  const ended = succeeded + failed + cancelled;
  return {
    tasks: number(row.tasks),
    succeeded,
    failed,
    cancelled,
    successRate: ended === 0 ? null : succeeded / ended,
    emptyResults: number(row.empty),
    retries: number(row.retries),
    questions: number(row.questions),
    medianMs: row.median === undefined ? null : number(row.median),
    p95Ms: row.p95 === undefined ? null : number(row.p95),
  };
}

function number(value: unknown): number {
  return Math.max(0, Number(value ?? 0));
}
