import type { TaskId, WorkspaceId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { TaskRow } from '../ports/read-models.ts';
import type { Ask, Columns } from '../ports/sql.ts';

export async function readTask(ask: Ask, workspaceId: WorkspaceId, taskId: TaskId): Promise<TaskRow | null> {
  const [row] = await ask('SELECT * FROM task WHERE workspace_id = ? AND id = ?', [workspaceId, taskId]);
  return row ? toTask(row) : null;
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
