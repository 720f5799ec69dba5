import type { UsageRange, WorkspaceId } from '@retinue/protocol';
import { dayMs } from '@retinue/protocol';
import type { SqlValue } from '../ports/sql.ts';
import { stagedChats } from './staged-chats.ts';
import { sumSaturating } from './sum-saturating.ts';

/*
 * The questions that a report of usage asks, in the SQL that both databases speak. Each is narrowed to a workspace, and
 * to days, an agent or a chat, by what an index has.
 */

/** The SQL of one question, and the values that it has places for. */
interface Question {
  text: string;
  values: SqlValue[];
}

/** What is asked of each table. */
export interface Narrowed {
  /** What was spent, in parts: a part has the time that it counts for. */
  spent: Question;
  /** The same by threads, each whole on the day on which it was opened, unless days were asked for. */
  spentInAll: Question;
  task: Question;
  question: Question;
}

export function narrow(workspaceId: WorkspaceId, range: UsageRange): Narrowed {
  const hasDays = range.from !== undefined || range.to !== undefined;
  const spent = spentParts(workspaceId, range, hasDays);
  return {
    spent,
    spentInAll: hasDays ? spent : wholeThreads(condition(workspaceId, range, { at: 'opened_at', isByDay: false })),
    task: condition(workspaceId, range, { at: 'opened_at', isByDay: true }),
    question: condition(workspaceId, range, { at: 'question.asked_at', prefix: 'question.', isByDay: true }),
  };
}

/**
 * A chat is found by its own index, and the threads of all days are read quickest in the order in which they lie: there
 * the workspace is compared in a way that keeps a planner without statistics from choosing the index by days.
 */
function condition(
  workspaceId: WorkspaceId,
  { from, to, agentId, chatId }: UsageRange,
  { at, prefix = '', isByDay }: { at: string; prefix?: string; isByDay: boolean },
): Question {
  const parts: [text: string, value: SqlValue | undefined][] = [
    [isByDay && !chatId ? `${prefix}workspace_id = ?` : `(${prefix}workspace_id || '') = ?`, workspaceId],
    [`${at} >= ?`, from && Date.parse(from)],
    [`${at} < ?`, to && Date.parse(to) + dayMs],
    ['agent_id = ?', agentId],
    [`${prefix}root_id = ?`, chatId],
  ];
  const given = parts.flatMap(([text, value]) => (value === undefined ? [] : [{ text, value }]));
  const texts = [...given.map(({ text }) => text), `${prefix}root_id NOT IN (${stagedChats})`];
  return { text: texts.join(' AND '), values: given.map(({ value }) => value) };
}

const spentColumns = ['steps', 'worked_ms', 'input_tokens', 'output_tokens', 'estimated_tokens', 'cost_micros'];
const columnsOf = (prefix: string) => spentColumns.map((column) => `${prefix}${column} AS ${column}`).join(', ');
const ofThread = 'thread.root_id AS root_id, thread.agent_id AS agent_id, thread.agent_name AS agent_name';

function wholeThreads({ text, values }: Question): Question {
  const isChat = 'CASE WHEN parent_thread_id IS NULL THEN 1 ELSE 0 END AS is_chat';
  return {
    text: `SELECT id AS thread_id, ${ofThread}, opened_at AS at, ${isChat}, ${columnsOf('')} FROM thread WHERE ${text}`,
    values,
  };
}

/**
 * A thread counts whole on the day on which it was opened; what it spent on another day is taken from there and counts on
 * that day.
 */
function spentParts(workspaceId: WorkspaceId, range: UsageRange, isByDay: boolean): Question {
  const opened = condition(workspaceId, range, { at: 'opened_at', isByDay });
  const joined = 'thread_day JOIN thread ON thread.id = thread_day.thread_id';
  const moved = condition(workspaceId, range, { at: 'thread.opened_at', prefix: 'thread.', isByDay });
  const spentThen = condition(workspaceId, range, { at: 'day_at', prefix: 'thread_day.', isByDay: true });
  const { text, values } = wholeThreads(opened);
  return {
    text: `${text}
      UNION ALL SELECT NULL, ${ofThread}, thread.opened_at, 0, ${columnsOf('-thread_day.')} FROM ${joined} WHERE ${moved.text}
      UNION ALL SELECT thread.id, ${ofThread}, day_at, 0, ${columnsOf('thread_day.')} FROM ${joined} WHERE ${spentThen.text}`,
    values: [...values, ...moved.values, ...spentThen.values],
  };
}

const whole = (sum: string) => `CAST(coalesce(sum(${sum}), 0) AS BIGINT)`;
const count = (column: string) => `CAST(${sumSaturating(column)} AS BIGINT)`;
const counting = (condition: string) => whole(`CASE WHEN ${condition} THEN 1 ELSE 0 END`);
const keys = { agent: 'agent_id', day: `opened_at / ${dayMs}` } as const;

const spent = `count(DISTINCT thread_id) AS threads, ${whole('steps')} AS steps, ${count('worked_ms')} AS worked,
    ${count('input_tokens')} AS input, ${count('output_tokens')} AS output, ${count('estimated_tokens')} AS estimated,
    ${count('cost_micros')} AS cost`;

/** A task's agent has a thread, though it may have been opened on another day. */
export const nameText = 'SELECT agent_name FROM thread WHERE workspace_id = ? AND agent_id = ? LIMIT 1';

export const spentTexts = {
  agent: (parts: string) =>
    `SELECT agent_id AS key, max(agent_name) AS name, ${spent} FROM (${parts}) AS part GROUP BY agent_id`,
  day: (parts: string) =>
    `SELECT at / ${dayMs} AS key, ${whole('is_chat')} AS chats, ${spent} FROM (${parts}) AS part GROUP BY 1`,
  /** The hundred that cost most. The title is the root's, even where one agent of the tree is asked for. */
  chat: (parts: string) =>
    `SELECT most.*, root.title FROM (
      SELECT root_id, ${spent} FROM (${parts}) AS part GROUP BY root_id
      ORDER BY ${sumSaturating('input_tokens')} + ${sumSaturating('output_tokens')} + ${sumSaturating('estimated_tokens')} DESC, root_id LIMIT 100
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
