import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import { type RawBuilder, sql } from 'kysely';
import type { ReadModels, StoredChat, StoredChatPage } from '../ports/log/read-models.ts';
import { countIf, sumSaturating, toInteger } from './expressions.ts';
import { eachOf, inParts, type RowReader, rowQuery } from './row-query.ts';
import type { Schema } from './schema.ts';

/** A page of the chats that are not hidden: pinned ones first, then the newest. */
export async function readChats(
  reader: RowReader,
  workspaceId: WorkspaceId,
  page: StoredChatPage,
): Promise<StoredChat[]> {
  const { limit, offset = 0, before, title } = page;
  const [isNext, isTitled] = [Boolean(before), Boolean(title)];
  const query = pageQueries.getOrInsertComputed(`${isNext} ${isTitled}`, () => pageQuery(isNext, isTitled));
  const last = {
    isPinned: before?.isPinned ? 1 : 0,
    position: before?.openedPosition ?? 0,
    id: before?.threadId ?? '',
  };
  const like = `%${title?.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return (await query(reader, { workspaceId, limit, offset, like, ...last })).map(toChat);
}

const pageQueries = new Map<string, ReturnType<typeof pageQuery>>();

interface PageValues extends Record<'limit' | 'offset' | 'isPinned' | 'position', number> {
  workspaceId: WorkspaceId;
  like: string;
  id: string;
}

function pageQuery(isNext: boolean, isTitled: boolean) {
  return rowQuery((_db, { workspaceId, limit, offset, like, isPinned, position, id }: PageValues) => {
    const isAfter = sql`and (is_pinned, opened_position, id) < (${isPinned}, ${position}, ${id})`;
    const isLike = sql`and search_title like ${like} escape '\\'`;
    return chatRows(sql`workspace_id = ${workspaceId} and ${isListed} ${isNext ? isAfter : none} ${isTitled ? isLike : none}
      order by ${listOrder} limit ${limit} offset ${offset}`);
  });
}

export async function readChat(
  reader: RowReader,
  workspaceId: WorkspaceId,
  threadId: ThreadId,
): Promise<StoredChat | null> {
  const [row] = await chatQuery(reader, { threadId });
  return row?.workspace_id === workspaceId ? toChat(row) : null;
}

const chatQuery = rowQuery((_db, { threadId }: { threadId: ThreadId }) =>
  chatRows(sql`id = ${threadId} and ${isListedFound}`),
);

/**
 * Several by their ids; missing ones are left out. The workspace is compared here: otherwise the planner may read every
 * chat of the workspace instead of these.
 */
export async function readChatsNamed(reader: RowReader, ...[workspaceId, threadIds]: Named): Promise<StoredChat[]> {
  const rows = await inParts(threadIds, (part) => namedQuery(reader, { threadIds: part }));
  return rows.filter((row) => row.workspace_id === workspaceId).map(toChat);
}

type Named = Parameters<ReadModels['chatsNamed']>;

const namedQuery = rowQuery((_db, { threadIds }: { threadIds: readonly ThreadId[] }) =>
  chatRows(sql`id in (${sql.join(eachOf(threadIds))}) and ${isListedFound}`),
);

export async function readListedChats(reader: RowReader, ...[workspaceId, threadIds]: Named): Promise<ThreadId[]> {
  const rows = await inParts(threadIds, (part) => listedQuery(reader, { threadIds: part }));
  return rows.filter((row) => row.workspace_id === workspaceId).map(({ id }) => id);
}

const listedQuery = rowQuery((db, { threadIds }: { threadIds: readonly ThreadId[] }) =>
  db.selectFrom('thread').select(['id', 'workspace_id']).where('id', 'in', eachOf(threadIds)).where(isListedFound),
);

/** Chats with events after a position. */
export async function readChatsSince(
  reader: RowReader,
  workspaceId: WorkspaceId,
  after: number,
  limit: number,
): Promise<ThreadId[]> {
  const rows = await sinceQuery(reader, { workspaceId, after, limit });
  return rows.map(({ id }) => id);
}

// An expression and a subquery, so that no planner walks a whole index to find the few chats that changed.
const sinceQuery = rowQuery(
  (_db, { workspaceId, after, limit }: { workspaceId: WorkspaceId; after: number; limit: number }) =>
    sql<{ id: ThreadId }>`select id from (
      select (select id from thread_number where number = root and workspace_id = ${workspaceId}) as id
      from (select distinct root + 0 as root from log_event where position > ${after}) as changed
    ) as named where id is not null limit ${limit}`,
);

const none = sql``;
const isListed = sql<boolean>`parent_thread_id is null and hidden_at is null`;
/** For chats named by id: hides the condition from the planner, which would walk the whole list's index instead of the key. */
const isListedFound = sql<boolean>`case when ${isListed} then 1 else 0 end = 1`;
const listOrder = sql`is_pinned desc, opened_position desc, id desc`;

const tokens = ['input_tokens', 'output_tokens', 'reasoning_tokens', 'cached_tokens', 'estimated_tokens'] as const;
const spentSums = [...tokens, 'cost_micros', 'unpriced_tokens'] as const;
const sums = ['tasks', 'open_tasks', 'questions', ...spentSums] as const;

type ChatColumns = Schema['thread'] & Record<(typeof sums)[number], number> & { last_position: number | null };

/** The page first, by its index; then the rows of its chats, each table once. */
function chatRows(chosen: RawBuilder<unknown>): RawBuilder<ChatColumns> {
  const spent = spentSums.map((name) => sql`${sumSaturating(sql.ref(name))} as ${sql.ref(name)}`);
  const integers = sums.map((name) => sql`${toInteger(sql.ref(name))} as ${sql.ref(name)}`);
  return sql`with page as (
      select id, workspace_id, title, is_pinned, unread, status, agent_id, agent_name, opened_at, updated_at,
        opened_position from thread
      where ${chosen}
    ), spent as (
      select root_id, ${sql.join(spent)} from thread where root_id in (select id from page) group by root_id
    ), delegated as (
      select root_id, count(*) as tasks, ${countIf(sql`ended_at is null`)} as open_tasks
      from task where root_id in (select id from page) group by root_id
    ), asked as (
      select root_id, sum(is_for_person) as questions
      from question where root_id in (select id from page) and status = 'open' group by root_id
    )
    select page.*, ${sql.join(integers)}, (select max(position) from log_event
      where root = (select number from thread_number where thread_number.id = page.id)) as last_position
    from page left join spent on spent.root_id = page.id left join delegated on delegated.root_id = page.id
    left join asked on asked.root_id = page.id
    order by ${listOrder}`;
}

function toChat(row: ChatColumns): StoredChat {
  return {
    threadId: row.id,
    title: row.title,
    isPinned: row.is_pinned === 1,
    unread: row.unread,
    status: row.status,
    agentId: row.agent_id,
    agentName: row.agent_name,
    openedAt: row.opened_at,
    updatedAt: row.updated_at,
    openedPosition: row.opened_position,
    position: row.last_position ?? 0,
    tasks: row.tasks,
    openTasks: row.open_tasks,
    openQuestions: row.questions,
    unpricedTokens: row.unpriced_tokens,
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      reasoningTokens: row.reasoning_tokens,
      cachedTokens: row.cached_tokens,
      estimatedTokens: row.estimated_tokens,
      ...(row.cost_micros > 0 ? { costMicros: row.cost_micros } : {}),
    },
  };
}
