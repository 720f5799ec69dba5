import type { UsageRange, WorkspaceId } from '@retinue/protocol';
import type { Value } from './reads.ts';

/*
 * The questions that a report of usage asks, in the SQL that both databases speak. Each is narrowed to a workspace, and
 * to days, an agent or a chat, by what an index has.
 */
export const dayMs = 86_400_000;

/** A condition for each table, and the values that it has places for. */
export interface Narrowed {
  thread: string;
  task: string;
  question: string;
  values: Record<'thread' | 'task' | 'question', Value[]>;
}

export function narrow(workspaceId: WorkspaceId, range: UsageRange): Narrowed {
  const isSome = range.from !== undefined || range.to !== undefined;
  const thread = condition(workspaceId, range, { at: 'opened_at', prefix: '', isByDay: isSome });
  const task = condition(workspaceId, range, { at: 'opened_at', prefix: '', isByDay: true });
  const question = condition(workspaceId, range, { at: 'asked_at', prefix: 'question.', isByDay: true });
  const values = { thread: thread.values, task: task.values, question: question.values };
  return { thread: thread.text, task: task.text, question: question.text, values };
}

/**
 * A chat is found by its own index, and the threads of all days are read quickest in the order in which they lie: there
 * the workspace is compared in a way that keeps a planner without statistics from choosing the index by days.
 */
function condition(
  workspaceId: WorkspaceId,
  { from, to, agentId, chatId }: UsageRange,
  { at, prefix, isByDay }: { at: string; prefix: string; isByDay: boolean },
): { text: string; values: Value[] } {
  const parts: [text: string, value: Value | undefined][] = [
    [isByDay && !chatId ? `${prefix}workspace_id = ?` : `(${prefix}workspace_id || '') = ?`, workspaceId],
    [`${prefix}${at} >= ?`, from && Date.parse(from)],
    [`${prefix}${at} < ?`, to && Date.parse(to) + dayMs],
    ['agent_id = ?', agentId],
    [`${prefix}root_id = ?`, chatId],
  ];
  const given = parts.flatMap(([text, value]) => (value === undefined ? [] : [{ text, value }]));
  return { text: given.map(({ text }) => text).join(' AND '), values: given.map(({ value }) => value) };
}

const whole = (sum: string) => `CAST(coalesce(sum(${sum}), 0) AS BIGINT)`;
const counting = (condition: string) => whole(`CASE WHEN ${condition} THEN 1 ELSE 0 END`);
const keys = { agent: 'agent_id', day: `opened_at / ${dayMs}` } as const;

const spent = `count(*) AS threads, ${whole('steps')} AS steps, ${whole('worked_ms')} AS worked,
    ${whole('input_tokens')} AS input, ${whole('output_tokens')} AS output, ${whole('estimated_tokens')} AS estimated,
    ${whole('cost_micros')} AS cost`;

/** A task's agent has a thread, though it may have been opened on another day. */
export const nameText = 'SELECT agent_name FROM thread WHERE workspace_id = ? AND agent_id = ? LIMIT 1';

export const spentTexts = {
  agent: (where: string) =>
    `SELECT agent_id AS key, max(agent_name) AS name, ${spent} FROM thread WHERE ${where} GROUP BY agent_id`,
  day: (where: string) =>
    `SELECT ${keys.day} AS key, ${counting('parent_thread_id IS NULL')} AS chats, ${spent}
    FROM thread WHERE ${where} GROUP BY 1`,
  /** The hundred that cost most. The title is the root's, whoever of its tree is asked for. */
  chat: (where: string) =>
    `SELECT most.*, root.title FROM (
      SELECT root_id, ${spent} FROM thread WHERE ${where} GROUP BY root_id
      ORDER BY sum(input_tokens + output_tokens + estimated_tokens) DESC, root_id LIMIT 100
    ) AS most JOIN thread AS root ON root.id = most.root_id
    ORDER BY most.input + most.output + most.estimated DESC, most.root_id`,
};

type Key = keyof typeof keys;

export const taskTexts = {
  outcomes: (where: string, key: Key) =>
    `SELECT ${keys[key]} AS key, count(*) AS tasks, ${counting("status = 'success'")} AS succeeded,
      ${counting("status = 'failed'")} AS failed, ${counting("status = 'cancelled'")} AS cancelled,
      ${counting('retry_of IS NOT NULL')} AS retries, ${whole('is_empty')} AS empty
    FROM task WHERE ${where} GROUP BY 1`,
  /** By nearest rank: a time that some task really took. */
  durations: (where: string, key: Key) =>
    `SELECT key, max(CASE WHEN place = (total + 1) / 2 THEN took END) AS median,
      max(CASE WHEN place = (95 * total + 99) / 100 THEN took END) AS p95
    FROM (
      SELECT ${keys[key]} AS key, ended_at - opened_at AS took, count(*) OVER (PARTITION BY ${keys[key]}) AS total,
        row_number() OVER (PARTITION BY ${keys[key]} ORDER BY ended_at - opened_at) AS place
      FROM task WHERE ${where} AND ended_at IS NOT NULL
    ) AS ranked GROUP BY key`,
  questions: (where: string, key: Key) =>
    `SELECT ${key === 'agent' ? 'agent_id' : `asked_at / ${dayMs}`} AS key, count(*) AS questions
    FROM question JOIN thread ON thread.id = question.thread_id WHERE ${where} GROUP BY 1`,
};
