import type { QuestionId, WorkspaceId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { QuestionRow } from '../ports/read-models.ts';
import type { Ask, Columns } from '../ports/sql.ts';

export async function readQuestion(ask: Ask, workspaceId: WorkspaceId, id: QuestionId): Promise<QuestionRow | null> {
  const [row] = await ask('SELECT * FROM question WHERE workspace_id = ? AND id = ?', [workspaceId, id]);
  return row ? toQuestion(row) : null;
}

export async function readOpenQuestions(ask: Ask, workspaceId: WorkspaceId): Promise<QuestionRow[]> {
  const text = `SELECT * FROM question WHERE workspace_id = ? AND status = 'open'
    AND EXISTS (SELECT 1 FROM thread WHERE thread.id = question.root_id AND hidden_at IS NULL) ORDER BY asked_position, id`;
  return (await ask(text, [workspaceId])).map(toQuestion);
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
    askedPosition: Number(row.asked_position),
  };
}
