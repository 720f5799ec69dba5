import type { QuestionId, TaskId, ThreadId, WorkspaceId } from '@retinue/protocol';
import { sql } from 'kysely';
import type { QuestionRow, StoredTask } from '../ports/log/read-models.ts';
import { stagedChats } from './expressions.ts';
import { eachOf, inParts, type QueryBuilder, type RowReader, rowQuery } from './row-query.ts';

export async function readTask(
  reader: RowReader,
  workspaceId: WorkspaceId,
  taskId: TaskId,
): Promise<StoredTask | null> {
  const [row] = await taskQuery(reader, { workspaceId, taskId });
  return row ? { ...row } : null;
}

const taskQuery = rowQuery((db, { workspaceId, taskId }: { workspaceId: WorkspaceId; taskId: TaskId }) =>
  db
    .selectFrom('task')
    .select(['id as taskId', 'root_id as rootId', 'parent_thread_id as parentThreadId'])
    .select(['child_thread_id as childThreadId', 'call_id as callId', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', taskId),
);

export async function readQuestion(
  reader: RowReader,
  workspaceId: WorkspaceId,
  questionId: QuestionId,
): Promise<QuestionRow | null> {
  const [row] = await questionQuery(reader, { workspaceId, questionId });
  return row ? toQuestion(row) : null;
}

const questionQuery = rowQuery((db, values: { workspaceId: WorkspaceId; questionId: QuestionId }) =>
  questions(db).where('workspace_id', '=', values.workspaceId).where('id', '=', values.questionId),
);

export async function readOpenQuestions(reader: RowReader, workspaceId: WorkspaceId): Promise<QuestionRow[]> {
  return (await openQuery(reader, { workspaceId })).map(toQuestion);
}

const openQuery = rowQuery((db, { workspaceId }: { workspaceId: WorkspaceId }) =>
  questions(db)
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', sql.lit('open' as const))
    .where(isInListedChat)
    .orderBy('asked_position')
    .orderBy('id'),
);

export async function readQuestionsNamed(
  reader: RowReader,
  workspaceId: WorkspaceId,
  questionIds: readonly QuestionId[],
): Promise<QuestionRow[]> {
  return (await inParts(questionIds, (part) => namedQuery(reader, { workspaceId, questionIds: part }))).map(toQuestion);
}

const namedQuery = rowQuery((db, values: { workspaceId: WorkspaceId; questionIds: readonly QuestionId[] }) =>
  questions(db)
    .where('id', 'in', eachOf(values.questionIds))
    .where(foundWorkspace, '=', values.workspaceId)
    .where(isInListedChat),
);

export async function readOpenQuestionsIn(
  reader: RowReader,
  workspaceId: WorkspaceId,
  rootIds: readonly ThreadId[],
): Promise<QuestionRow[]> {
  return (await inParts(rootIds, (part) => openInQuery(reader, { workspaceId, rootIds: part }))).map(toQuestion);
}

const openInQuery = rowQuery(
  (db, { workspaceId, rootIds }: { workspaceId: WorkspaceId; rootIds: readonly ThreadId[] }) =>
    questions(db)
      .where('root_id', 'in', eachOf(rootIds))
      .where(foundWorkspace, '=', workspaceId)
      // The expression keeps planners from the index of all open questions.
      .where(sql`(status || '')`, '=', 'open')
      .where(isInListedChat)
      .orderBy('asked_position')
      .orderBy('id'),
);

const isInListedChat = sql<boolean>`exists (select 1 from thread where thread.id = question.root_id and hidden_at is null)`;
/** Keeps planners from an index by workspace for questions that are found by id. */
const foundWorkspace = sql<WorkspaceId>`(workspace_id || '')`;

function questions(db: QueryBuilder) {
  return db
    .selectFrom('question')
    .select(['id as questionId', 'root_id as rootId', 'thread_id as threadId', 'call_id as callId', 'step', 'kind'])
    .select(['text', 'options', 'status', 'answer', 'asked_at as askedAt', 'asked_position as askedPosition']);
}

function toQuestion(row: Awaited<ReturnType<typeof questionQuery>>[number]): QuestionRow {
  return { ...row, options: JSON.parse(row.options) };
}

/** Threads whose id starts with this prefix, in order of their ids. */
export async function readThreadsNamed(
  reader: RowReader,
  workspaceId: WorkspaceId,
  beginning: string,
  limit: number,
): Promise<ThreadId[]> {
  // "~" sorts after every character that an id may have.
  const rows = await threadsQuery(reader, { workspaceId, from: beginning, to: `${beginning}~`, limit });
  return rows.map(({ id }) => id);
}

const threadsQuery = rowQuery((db, values: { workspaceId: WorkspaceId; from: string; to: string; limit: number }) =>
  db
    .selectFrom('thread')
    .select('id')
    .where(sql<boolean>`id >= ${values.from} and id < ${values.to}`)
    // The expression keeps planners from the index by days.
    .where(sql`(workspace_id || '')`, '=', values.workspaceId)
    .where('root_id', 'not in', stagedChats)
    .orderBy('id')
    .limit(values.limit),
);
