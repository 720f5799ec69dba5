import type { UsageReport, WorkspaceId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { Ask, Columns } from './reads.ts';

/** What the work of a workspace cost and what came of it, added up by the database. */
export async function readStats(ask: Ask, workspaceId: WorkspaceId): Promise<UsageReport> {
  const values = [workspaceId];
  const agents = new Map<string, AgentStats>();
  for (const row of await ask(threadsText, values)) agents.set(String(row.agent_id), toAgent(row));
  // A task's agent has a thread of its own in the same append, so every name is known by now.
  for (const row of await ask(tasksText, values)) Object.assign(agents.get(String(row.agent_id)) ?? {}, toTasks(row));
  const spent = ({ inputTokens, outputTokens }: AgentStats) => inputTokens + outputTokens;
  return {
    agents: [...agents.values()].sort((left, right) => spent(right) - spent(left) || (left.name < right.name ? -1 : 1)),
    days: (await ask(daysText, values)).map(toDay),
    chats: (await ask(chatsText, values)).map(toChat),
  };
}

type AgentStats = UsageReport['agents'][number];
type DayStats = UsageReport['days'][number];
type ChatStats = UsageReport['chats'][number];

const whole = (sum: string) => `CAST(coalesce(sum(${sum}), 0) AS BIGINT)`;
const counting = (condition: string) => whole(`CASE WHEN ${condition} THEN 1 ELSE 0 END`);

const spent = `count(*) AS threads, ${whole('steps')} AS steps, ${whole('worked_ms')} AS worked,
    ${whole('input_tokens')} AS input, ${whole('output_tokens')} AS output, ${whole('estimated_tokens')} AS estimated,
    ${whole('cost_micros')} AS cost`;

const threadsText = `SELECT agent_id, max(agent_name) AS name, ${spent}
  FROM thread WHERE workspace_id = ? GROUP BY agent_id`;

const tasksText = `SELECT agent_id, count(*) AS tasks, ${counting("status = 'success'")} AS succeeded,
    ${counting("status = 'failed'")} AS failed, ${counting("status = 'cancelled'")} AS cancelled,
    ${counting('attempt > 1')} AS retries
  FROM task WHERE workspace_id = ? GROUP BY agent_id`;

const dayMs = 86_400_000;
const daysText = `SELECT opened_at / ${dayMs} AS day, ${counting('parent_thread_id IS NULL')} AS chats,
    ${counting('parent_thread_id IS NOT NULL')} AS tasks,
    ${whole('input_tokens + output_tokens + estimated_tokens')} AS tokens, ${whole('cost_micros')} AS cost
  FROM thread WHERE workspace_id = ? GROUP BY 1 ORDER BY 1`;

const chatsText = `SELECT root_id, max(CASE WHEN parent_thread_id IS NULL THEN title ELSE '' END) AS title, ${spent}
  FROM thread WHERE workspace_id = ? GROUP BY root_id
  ORDER BY sum(input_tokens + output_tokens + estimated_tokens) DESC, root_id LIMIT 100`;

function toChat(row: Columns): ChatStats {
  return { chatId: storedId.thread(row.root_id), title: String(row.title), ...toSpent(row) };
}

function toSpent(row: Columns) {
  return {
    threads: Number(row.threads),
    steps: Number(row.steps),
    inputTokens: Number(row.input),
    outputTokens: Number(row.output),
    estimatedTokens: Number(row.estimated),
    workedMs: Number(row.worked),
    costMicros: Number(row.cost),
  };
}

function toAgent(row: Columns): AgentStats {
  return {
    agentId: storedId.agent(row.agent_id),
    name: String(row.name),
    ...toSpent(row),
    ...noTasks,
  };
}

type TaskCounts = Pick<AgentStats, 'tasks' | 'succeeded' | 'failed' | 'cancelled' | 'retries'>;
const noTasks: TaskCounts = { tasks: 0, succeeded: 0, failed: 0, cancelled: 0, retries: 0 };

function toTasks({ tasks, succeeded, failed, cancelled, retries }: Columns): TaskCounts {
  return {
    tasks: Number(tasks),
    succeeded: Number(succeeded),
    failed: Number(failed),
    cancelled: Number(cancelled),
    retries: Number(retries),
  };
}

function toDay(row: Columns): DayStats {
  const day = new Date(Number(row.day) * dayMs).toISOString().slice(0, 10);
  return {
    day,
    chats: Number(row.chats),
    tasks: Number(row.tasks),
    tokens: Number(row.tokens),
    costMicros: Number(row.cost),
  };
}
