import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { ChatPage, ChatRow } from '../ports/event-log.ts';
import type { Ask, Columns, Value } from './reads.ts';

/** A page of the chats that are not hidden: pinned ones first, then the newest. */
export async function readChats(ask: Ask, workspaceId: WorkspaceId, page: ChatPage): Promise<ChatRow[]> {
  const { limit, offset = 0, before = null, title = null } = page;
  const conditions: string[] = [];
  const values: Value[] = [];
  if (before) {
    conditions.push(`AND (is_pinned, opened_at, id) < (${isPinned}, ?, ?)`);
    values.push(before.threadId, before.openedAt, before.threadId);
  }
  if (title) {
    conditions.push("AND search_title LIKE ? ESCAPE '\\'");
    values.push(`%${title.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`);
  }
  const rows = await ask(textFor(conditions.join(' ')), [workspaceId, ...values, limit, offset]);
  return rows.map(toChat);
}

export async function readChat(ask: Ask, workspaceId: WorkspaceId, threadId: ThreadId): Promise<ChatRow | null> {
  const [row] = await ask(textFor('AND id = ?'), [workspaceId, threadId, 1, 0]);
  return row ? toChat(row) : null;
}

/** Several by their ids, in a few questions; those that are not there are left out. */
export async function readChatsNamed(
  ask: Ask,
  workspaceId: WorkspaceId,
  threadIds: readonly ThreadId[],
): Promise<ChatRow[]> {
  const rows: ChatRow[] = [];
  for (let first = 0; first < threadIds.length; first += namedAtOnce) {
    const page = threadIds.slice(first, first + namedAtOnce);
    // Always as many places, so that it is one prepared statement.
    const places = Array.from({ length: namedAtOnce }, (_, index) => page[index] ?? page[0] ?? '');
    const text = textFor(`AND id IN (${places.map(() => '?').join(',')})`);
    rows.push(...(await ask(text, [workspaceId, ...places, namedAtOnce, 0])).map(toChat));
  }
  return rows;
}

const namedAtOnce = 50;

/** Of the chat that a page goes on after. One that was purged meanwhile was not pinned, as far as anybody can tell. */
const isPinned = 'coalesce((SELECT last.is_pinned FROM thread AS last WHERE last.id = ?), 0)';

const whole = (sum: string) => `CAST(coalesce(${sum}, 0) AS BIGINT)`;
const order = 'is_pinned DESC, opened_at DESC, id DESC';

/** The page first, by its index; then what belongs to its chats, each table once. */
function textFor(conditions: string): string {
  return `WITH page AS (
      SELECT id, title, is_pinned, unread, status, agent_id, agent_name, opened_at, updated_at FROM thread
      WHERE workspace_id = ? AND parent_thread_id IS NULL AND hidden_at IS NULL ${conditions}
      ORDER BY ${order} LIMIT ? OFFSET ?
    ), spent AS (
      SELECT root_id, sum(input_tokens) AS input, sum(output_tokens) AS output, sum(reasoning_tokens) AS reasoning,
        sum(cached_tokens) AS cached, sum(estimated_tokens) AS estimated, sum(cost_micros) AS cost
      FROM thread WHERE root_id IN (SELECT id FROM page) GROUP BY root_id
    ), delegated AS (
      SELECT root_id, count(*) AS tasks, sum(CASE WHEN ended_at IS NULL THEN 1 ELSE 0 END) AS open_tasks
      FROM task WHERE root_id IN (SELECT id FROM page) GROUP BY root_id
    ), asked AS (
      SELECT root_id, sum(is_for_person) AS questions
      FROM question WHERE root_id IN (SELECT id FROM page) AND status = 'open' GROUP BY root_id
    )
    SELECT page.*, ${whole('tasks')} AS tasks, ${whole('open_tasks')} AS open_tasks, ${whole('questions')} AS questions,
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
