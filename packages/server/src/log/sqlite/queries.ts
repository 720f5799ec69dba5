import type { DatabaseSync } from 'node:sqlite';
import type { QuestionId, TaskId, ThreadId, WorkspaceId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { ChatRow, QuestionRow, TaskRow, Wake } from '../../ports/event-log.ts';
import type { Prepare } from './preparing.ts';
import { preparing } from './preparing.ts';

type Columns = Record<string, unknown>;

/** Questions to the projections. */
export class Queries {
  readonly #prepare: Prepare;

  constructor(database: DatabaseSync) {
    this.#prepare = preparing(database);
  }

  unfinishedBelow(threadId: ThreadId): ThreadId[] {
    const rows = this.#prepare(`
      WITH RECURSIVE below (id, status, depth) AS (
        SELECT id, status, depth FROM thread WHERE id = ?
        UNION ALL
        SELECT thread.id, thread.status, thread.depth FROM thread JOIN below ON thread.parent_thread_id = below.id
      )
      SELECT id FROM below WHERE status IN ('active', 'waiting_for_user') ORDER BY depth, id`).all(threadId);
    return rows.map((row) => storedId.thread(row.id));
  }

  tasksOfTurn(rootId: ThreadId, turn: number): number {
    const row = this.#prepare('SELECT count(*) AS tasks FROM task WHERE root_id = ? AND turn = ?').get(rootId, turn);
    return Number(row?.tasks);
  }

  owing(now: number): Wake[] {
    const rows = this.#prepare(`
      SELECT workspace_id, id, root_id, due_at, children_at_once FROM thread
      WHERE owes IS NOT NULL AND (due_at IS NULL OR due_at <= ?) ORDER BY opened_at, id`).all(now);
    return rows.map((row: Columns) => ({
      workspaceId: storedId.workspace(row.workspace_id),
      threadId: storedId.thread(row.id),
      rootId: storedId.thread(row.root_id),
      dueAt: row.due_at as number | null,
      childrenAtOnce: row.children_at_once as number | null,
    }));
  }

  chats(workspaceId: WorkspaceId, { limit, offset }: { limit: number; offset: number }): ChatRow[] {
    const rows = this.#prepare(`
      SELECT id, title, status, agent_name, opened_at, updated_at,
        (SELECT count(*) FROM task WHERE task.root_id = thread.id) AS tasks,
        (SELECT count(*) FROM question WHERE question.root_id = thread.id AND question.status = 'open') AS questions
      FROM thread WHERE workspace_id = ? AND parent_thread_id IS NULL
      ORDER BY opened_at DESC, id DESC LIMIT ? OFFSET ?`).all(workspaceId, limit, offset);
    return rows.map((row: Columns) => ({
      threadId: storedId.thread(row.id),
      title: row.title as string,
      status: row.status as ChatRow['status'],
      agentName: row.agent_name as string,
      openedAt: row.opened_at as number,
      updatedAt: row.updated_at as number,
      tasks: row.tasks as number,
      openQuestions: row.questions as number,
    }));
  }

  task(workspaceId: WorkspaceId, taskId: TaskId): TaskRow | null {
    const row: Columns | undefined = this.#prepare('SELECT * FROM task WHERE workspace_id = ? AND id = ?').get(
      workspaceId,
      taskId,
    );
    if (!row) return null;
    return {
      taskId,
      rootId: storedId.thread(row.root_id),
      parentThreadId: storedId.thread(row.parent_thread_id),
      childThreadId: storedId.thread(row.child_thread_id),
      callId: storedId.call(row.call_id),
      status: row.status as TaskRow['status'],
    };
  }

  question(workspaceId: WorkspaceId, questionId: QuestionId): QuestionRow | null {
    const row = this.#prepare('SELECT * FROM question WHERE workspace_id = ? AND id = ?').get(workspaceId, questionId);
    return row ? toQuestion(row) : null;
  }

  openQuestions(workspaceId: WorkspaceId): QuestionRow[] {
    const text = "SELECT * FROM question WHERE workspace_id = ? AND status = 'open' ORDER BY asked_at, id";
    return this.#prepare(text).all(workspaceId).map(toQuestion);
  }

  request(workspaceId: WorkspaceId, key: string, since: number): { request: string; reply: string } | null {
    const text = 'SELECT request, reply FROM request WHERE workspace_id = ? AND key = ? AND at >= ?';
    const row = this.#prepare(text).get(workspaceId, key, since);
    return row ? { request: row.request as string, reply: row.reply as string } : null;
  }

  putRequest(workspaceId: WorkspaceId, once: { key: string; request: string; reply: () => string }, at: number): void {
    const text = 'INSERT OR REPLACE INTO request (workspace_id, key, request, reply, at) VALUES (?,?,?,?,?)';
    this.#prepare(text).run(workspaceId, once.key, once.request, once.reply(), at);
  }

  forgetRequests(before: number): void {
    this.#prepare('DELETE FROM request WHERE at < ?').run(before);
  }

  putBlob(hash: string, content: string): void {
    this.#prepare('INSERT OR IGNORE INTO blob (hash, content) VALUES (?,?)').run(hash, content);
  }

  blob(hash: string): string | null {
    return (this.#prepare('SELECT content FROM blob WHERE hash = ?').get(hash)?.content as string | undefined) ?? null;
  }
}

function toQuestion(row: Columns): QuestionRow {
  return {
    questionId: storedId.question(row.id),
    rootId: storedId.thread(row.root_id),
    threadId: storedId.thread(row.thread_id),
    callId: storedId.call(row.call_id),
    step: row.step as number,
    text: row.text as string,
    options: JSON.parse(row.options as string),
    status: row.status as QuestionRow['status'],
  };
}
