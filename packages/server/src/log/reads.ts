import type { Event, EventType, QuestionId, TaskId, ThreadId, UsageReport, WorkspaceId } from '@retinue/protocol';
import { factShapes, storedId } from '@retinue/protocol';
import type { ChatPage, ChatRow, QuestionRow, Range, TaskRow, Wake } from '../ports/event-log.ts';
import type { RecordKind, RecordPlace, StoredRecord } from '../ports/records.ts';
import { unpackFields } from './packing.ts';
import { readHidden } from './purge-chat.ts';
import { readChat, readChats, readChatsNamed } from './read-chats.ts';
import { readStats } from './read-stats.ts';
import { readRecord } from './record-rows.ts';
import { StoreError } from './store-error.ts';

export type Columns = Record<string, unknown>;
export type Value = string | number | null;

/** Asks a database; places for values are question marks, whatever its own are. */
export type Ask = (text: string, values: readonly Value[]) => Promise<Columns[]>;

/** What a request with a key was answered. */
export interface KeptRequest {
  request: string;
  reply: string;
}

/** Questions to the log and its projections, in the SQL that both databases speak. */
export class Reads {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async eventsOf(threadId: ThreadId, afterSeq: number): Promise<Event[]> {
    const text = `SELECT * FROM event WHERE thread = ${numberOfThread} AND seq > ? ORDER BY seq`;
    return (await this.#ask(text, [threadId, afterSeq])).map(toEvent);
  }

  async threadsOf(workspaceId: WorkspaceId, rootId: ThreadId): Promise<{ threadIds: ThreadId[]; position: number }> {
    const [last] = await this.#ask(lastOfTree, [rootId]);
    const text = 'SELECT id FROM thread WHERE workspace_id = ? AND root_id = ? ORDER BY opened_at, id';
    const rows = await this.#ask(text, [workspaceId, rootId]);
    return { threadIds: rows.map((row) => storedId.thread(row.id)), position: Number(last?.position ?? 0) };
  }

  async read({ workspaceId, rootId, threadId, after, limit }: Range): Promise<Event[]> {
    const ofRoot = rootId ? `AND root = ${numberOfThread}` : '';
    const ofThread = threadId ? `AND thread = ${numberOfThread}` : '';
    const text = `SELECT * FROM event WHERE workspace_id = ? ${ofRoot} ${ofThread} AND position > ? ORDER BY position LIMIT ?`;
    const values = [workspaceId, rootId, threadId].filter((id) => id !== undefined);
    return (await this.#ask(text, [...values, after, limit])).map(toEvent);
  }

  async unfinishedBelow(threadId: ThreadId): Promise<ThreadId[]> {
    const rows = await this.#ask(
      `WITH RECURSIVE below (id, status, depth) AS (
        SELECT id, status, depth FROM thread WHERE id = ?
        UNION ALL
        SELECT thread.id, thread.status, thread.depth FROM thread JOIN below ON thread.parent_thread_id = below.id
      )
      SELECT id FROM below WHERE status IN ('active', 'waiting_for_user') ORDER BY depth, id`,
      [threadId],
    );
    return rows.map((row) => storedId.thread(row.id));
  }

  async tasksOfTurn(rootId: ThreadId, turn: number): Promise<number> {
    const [row] = await this.#ask('SELECT count(*) AS tasks FROM task WHERE root_id = ? AND turn = ?', [rootId, turn]);
    return Number(row?.tasks);
  }

  async owing(now: number): Promise<Wake[]> {
    const rows = await this.#ask(
      `SELECT workspace_id, id, root_id, due_at, children_at_once FROM thread
      WHERE owes IS NOT NULL AND (due_at IS NULL OR due_at <= ?) ORDER BY opened_at, id`,
      [now],
    );
    return rows.map((row) => ({
      workspaceId: storedId.workspace(row.workspace_id),
      threadId: storedId.thread(row.id),
      rootId: storedId.thread(row.root_id),
      dueAt: row.due_at as number | null,
      childrenAtOnce: row.children_at_once as number | null,
    }));
  }

  chats(workspaceId: WorkspaceId, page: ChatPage): Promise<ChatRow[]> {
    return readChats(this.#ask, workspaceId, page);
  }

  chat(workspaceId: WorkspaceId, threadId: ThreadId): Promise<ChatRow | null> {
    return readChat(this.#ask, workspaceId, threadId);
  }

  hidden(hiddenBefore: number): Promise<ThreadId[]> {
    return readHidden(this.#ask, hiddenBefore);
  }

  chatsNamed(workspaceId: WorkspaceId, threadIds: readonly ThreadId[]): Promise<ChatRow[]> {
    return readChatsNamed(this.#ask, workspaceId, threadIds);
  }

  async head(): Promise<number> {
    const [row] = await this.#ask('SELECT max(position) AS position FROM log_event', []);
    return Number(row?.position ?? 0);
  }

  async chatsSince(workspaceId: WorkspaceId, after: number, limit: number): Promise<ThreadId[]> {
    const text = `SELECT id FROM (SELECT DISTINCT root FROM log_event WHERE position > ?) AS changed
      JOIN thread_number ON number = root WHERE workspace_id = ? LIMIT ?`;
    return (await this.#ask(text, [after, workspaceId, limit])).map((row) => storedId.thread(row.id));
  }

  async threadsNamed(workspaceId: WorkspaceId, beginning: string, limit: number): Promise<ThreadId[]> {
    // "~" sorts after every character that an id may have.
    const text = 'SELECT id FROM thread WHERE id >= ? AND id < ? AND workspace_id = ? ORDER BY id LIMIT ?';
    const rows = await this.#ask(text, [beginning, `${beginning}~`, workspaceId, limit]);
    return rows.map(({ id }) => storedId.thread(id));
  }

  stats(workspaceId: WorkspaceId): Promise<UsageReport> {
    return readStats(this.#ask, workspaceId);
  }

  async task(workspaceId: WorkspaceId, taskId: TaskId): Promise<TaskRow | null> {
    const [row] = await this.#ask('SELECT * FROM task WHERE workspace_id = ? AND id = ?', [workspaceId, taskId]);
    return row ? toTask(row) : null;
  }

  async question(workspaceId: WorkspaceId, questionId: QuestionId): Promise<QuestionRow | null> {
    const [row] = await this.#ask('SELECT * FROM question WHERE workspace_id = ? AND id = ?', [
      workspaceId,
      questionId,
    ]);
    return row ? toQuestion(row) : null;
  }

  async openQuestions(workspaceId: WorkspaceId): Promise<QuestionRow[]> {
    const text = "SELECT * FROM question WHERE workspace_id = ? AND status = 'open' ORDER BY asked_at, id";
    return (await this.#ask(text, [workspaceId])).map(toQuestion);
  }

  async request(workspaceId: WorkspaceId, key: string, since: number): Promise<KeptRequest | null> {
    const text = 'SELECT request, reply FROM request WHERE workspace_id = ? AND key = ? AND at >= ?';
    const [row] = await this.#ask(text, [workspaceId, key, since]);
    return row ? { request: row.request as string, reply: row.reply as string } : null;
  }

  async record(workspaceId: WorkspaceId, { kind, id }: RecordPlace): Promise<StoredRecord | null> {
    const text = 'SELECT * FROM record WHERE workspace_id = ? AND kind = ? AND id = ?';
    const [row] = await this.#ask(text, [workspaceId, kind, id]);
    return row ? readRecord(row) : null;
  }

  async records(workspaceId: WorkspaceId, kind: RecordKind): Promise<StoredRecord[]> {
    const text = 'SELECT * FROM record WHERE workspace_id = ? AND kind = ? ORDER BY id';
    return (await this.#ask(text, [workspaceId, kind])).map(readRecord);
  }

  async blob(hash: string): Promise<string | null> {
    const [row] = await this.#ask('SELECT content FROM blob WHERE hash = ?', [hash]);
    return (row?.content as string | undefined) ?? null;
  }
}

const numberOfThread = '(SELECT number FROM thread_number WHERE id = ?)';
const lastOfTree = `SELECT max(position) AS position FROM log_event WHERE root = ${numberOfThread}`;

/** Our own rows are trusted, apart from their type: an unknown one means that a newer release wrote it. */
export function toEvent(row: Columns): Event {
  const type = row.type as EventType;
  if (!(type in factShapes)) {
    throw new StoreError('newer', `The store holds events of the unknown type ${type}. Update Retinue.`);
  }
  return {
    position: row.position,
    workspaceId: row.workspace_id,
    rootId: row.root_id,
    threadId: row.thread_id,
    seq: row.seq,
    type,
    at: row.at,
    actor: row.actor,
    commandId: row.command_id,
    data: unpackFields(type, row.data as string),
  } as Event;
}

function toTask(row: Columns): TaskRow {
  return {
    taskId: storedId.task(row.id),
    rootId: storedId.thread(row.root_id),
    parentThreadId: storedId.thread(row.parent_thread_id),
    childThreadId: storedId.thread(row.child_thread_id),
    callId: storedId.call(row.call_id),
    status: row.status as TaskRow['status'],
  };
}

function toQuestion(row: Columns): QuestionRow {
  return {
    questionId: storedId.question(row.id),
    rootId: storedId.thread(row.root_id),
    threadId: storedId.thread(row.thread_id),
    callId: storedId.call(row.call_id),
    step: row.step as number,
    kind: row.kind as QuestionRow['kind'],
    text: row.text as string,
    options: JSON.parse(row.options as string),
    status: row.status as QuestionRow['status'],
    answer: row.answer as string | null,
    askedAt: row.asked_at as number,
  };
}
