import { storedId } from '@retinue/protocol';
import type { StoredEvent } from '../ports/damage.ts';
import type { QuestionRow, TaskRow } from '../ports/event-log.ts';
import { numberedTypes } from './packing.ts';
import type { Columns } from './reads.ts';

/* Rows of the projections, and of the log as it lies, in the shapes that are asked for. */

export function toStored(row: Columns): StoredEvent {
  return {
    position: Number(row.position),
    threadId: String(row.thread_id),
    seq: Number(row.seq),
    type: numberedTypes[Number(row.type)] ?? `number ${row.type}`,
    at: Number(row.at),
    actor: String(row.actor),
    commandId: row.command_id === null ? null : String(row.command_id),
    data: String(row.data),
  };
}

export function toTask(row: Columns): TaskRow {
  return {
    taskId: storedId.task(row.id),
    rootId: storedId.thread(row.root_id),
    parentThreadId: storedId.thread(row.parent_thread_id),
    childThreadId: storedId.thread(row.child_thread_id),
    callId: storedId.call(row.call_id),
    status: row.status as TaskRow['status'],
  };
}

export function toQuestion(row: Columns): QuestionRow {
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
