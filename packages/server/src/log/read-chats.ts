import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { ChatPage, ChatRow } from '../ports/event-log.ts';
import type { Ask, Columns, Value } from './reads.ts';
import { sumSaturating } from './sum-saturating.ts';

/** A page of the chats that are not hidden: pinned ones first, then the newest. */
export async function readChats(ask: Ask, workspaceId: WorkspaceId, page: ChatPage): Promise<ChatRow[]> {
  const { limit, offset = 0, before = null, title = null } = page;
  const conditions: string[] = [];
  const values: Value[] = [];
  if (before) {
    conditions.push('AND (is_pinned, opened_position, id) < (?, ?, ?)');
    values.push(before.isPinned ? 1 : 0, before.openedPosition, before.threadId);
  }
  if (title) {
    conditions.push("AND search_title LIKE ? ESCAPE '\\'");
    values.push(`%${title.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);
  }
  const text = textFor(`workspace_id = ? AND ${isListed} ${conditions.join(' ')} ORDER BY ${order} LIMIT ? OFFSET ?`);
  return (await ask(text, [workspaceId, ...values, limit, offset])).map(toChat);
}

export async function readChat(ask: Ask, workspaceId: WorkspaceId, threadId: ThreadId): Promise<ChatRow | null> {
  const [row] = await ask(textFor(`id = ? AND ${isListedFound}`), [threadId]);
  return row?.workspace_id === workspaceId ? toChat(row) : null;
}

/**
 * Several by their ids, in a few questions; those that are not there are left out. The workspace is compared here: a
 * planner that may use it reads every chat of the workspace instead of these.
 */
export async function readChatsNamed(
  ask: Ask,
  workspaceId: WorkspaceId,
  threadIds: readonly ThreadId[],
): Promise<ChatRow[]> {
  const rows: ChatRow[] = [];
  for (const places of placesOf(threadIds)) {
    const text = textFor(`id IN (${places.map(() => '?').join(',')}) AND ${isListedFound}`);
    const found = (await ask(text, places)).filter((row) => row.workspace_id === workspaceId);
    rows.push(...found.map(toChat));
  }
  return rows;
}

export async function readListedChats(
  ask: Ask,
  workspaceId: WorkspaceId,
  threadIds: readonly ThreadId[],
): Promise<ThreadId[]> {
  const listed: ThreadId[] = [];
  for (const places of placesOf(threadIds)) {
    const text = `SELECT id, workspace_id FROM thread WHERE id IN (${places.map(() => '?').join(',')}) AND ${isListedFound}`;
    const found = (await ask(text, places)).filter((row) => row.workspace_id === workspaceId);
    listed.push(...found.map(({ id }) => storedId.thread(id)));
  }
  return listed;
}

/** Always as many places, so that it is one prepared statement. */
function* placesOf(threadIds: readonly ThreadId[]): Generator<string[]> {
  for (let first = 0; first < threadIds.length; first += namedAtOnce) {
    const page = threadIds.slice(first, first + namedAtOnce);
    yield Array.from({ length: namedAtOnce }, (_, index) => page[index] ?? page[0] ?? '');
  }
}

const namedAtOnce = 50;

const whole = (sum: string) => `CAST(coalesce(${sum}, 0) AS BIGINT)`;
const order = 'is_pinned DESC, opened_position DESC, id DESC';
const lastOfTree =
  '(SELECT max(position) FROM log_event WHERE root = (SELECT number FROM thread_number WHERE thread_number.id = page.id))';
const isListed = 'parent_thread_id IS NULL AND hidden_at IS NULL';
/** For chats named by id: hides the condition from the planner, which would walk the whole list's index instead of the key. */
const isListedFound = `CASE WHEN ${isListed} THEN 1 ELSE 0 END = 1`;

/** The page first, by its index; then what belongs to its chats, each table once. */
function textFor(chosen: string): string {
  return `WITH page AS (
      SELECT id, workspace_id, title, is_pinned, unread, status, agent_id, agent_name, opened_at, updated_at,
        opened_position FROM thread
      WHERE ${chosen}
    ), spent AS (
      SELECT root_id, ${sumSaturating('input_tokens')} AS input, ${sumSaturating('output_tokens')} AS output, ${sumSaturating('reasoning_tokens')} AS reasoning,
        ${sumSaturating('cached_tokens')} AS cached, ${sumSaturating('estimated_tokens')} AS estimated, ${sumSaturating('cost_micros')} AS cost
      FROM thread WHERE root_id IN (SELECT id FROM page) GROUP BY root_id
    ), delegated AS (
      SELECT root_id, count(*) AS tasks, sum(CASE WHEN ended_at IS NULL THEN 1 ELSE 0 END) AS open_tasks
      FROM task WHERE root_id IN (SELECT id FROM page) GROUP BY root_id
    ), asked AS (
      SELECT root_id, sum(is_for_person) AS questions
      FROM question WHERE root_id IN (SELECT id FROM page) AND status = 'open' GROUP BY root_id
    )
    SELECT page.*, ${lastOfTree} AS last_position, ${whole('tasks')} AS tasks, ${whole('open_tasks')} AS open_tasks, ${whole('questions')} AS questions,
      ${whole('input')} AS input, ${whole('output')} AS output, ${whole('reasoning')} AS reasoning,
      ${whole('cached')} AS cached, ${whole('estimated')} AS estimated, ${whole('cost')} AS cost
    FROM page LEFT JOIN spent ON spent.root_id = page.id LEFT JOIN delegated ON delegated.root_id = page.id
    LEFT JOIN asked ON asked.root_id = page.id
    ORDER BY ${order}`;
}

function toChat(row: Columns): ChatRow {
  return {
    threadId: storedId.thread(row.id),
    title: row.title as string,
    isPinned: row.is_pinned === 1,
    unread: Number(row.unread),
    status: row.status as ChatRow['status'],
    agentId: storedId.agent(row.agent_id),
    agentName: row.agent_name as string,
    openedAt: row.opened_at as number,
    updatedAt: row.updated_at as number,
    openedPosition: Number(row.opened_position),
    position: Number(row.last_position ?? 0),
    tasks: Number(row.tasks),
    openTasks: Number(row.open_tasks),
    openQuestions: Number(row.questions),
    usage: {
      inputTokens: Number(row.input),
      outputTokens: Number(row.output),
      reasoningTokens: Number(row.reasoning),
      cachedTokens: Number(row.cached),
      estimatedTokens: Number(row.estimated),
      ...(Number(row.cost) > 0 ? { costMicros: Number(row.cost) } : {}),
    },
  };
}
