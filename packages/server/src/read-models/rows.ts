import type { CallState, Event, QuestionState, SpentDay, TaskState, ThreadState } from '@retinue/protocol';
import { costOf, dayMs, dueAt, emptyResultReasons, owes, taskStatus } from '@retinue/protocol';
import type { Wake } from '../ports/event-log.ts';

/*
 * The inline projections: what a folded thread looks like as rows. Live writes and a rebuild use these same functions,
 * so the two cannot differ in anything but which rows they visit.
 */
export type Row = Record<string, string | number | null>;

export function threadRow(thread: ThreadState): Row {
  return {
    id: thread.threadId,
    workspace_id: thread.workspaceId,
    root_id: thread.rootId,
    parent_thread_id: thread.parent?.threadId ?? null,
    task_id: thread.parent?.taskId ?? null,
    depth: thread.depth,
    agent_id: thread.agent.agentId,
    agent_version: thread.agent.version,
    agent_name: plain(thread.agent.name),
    status: thread.status,
    epoch: thread.epoch,
    owes: owes(thread),
    due_at: dueAt(thread),
    children_at_once: thread.parent ? thread.limits.maxChildrenAtOnce : null,
    title: plain(thread.title),
    search_title: thread.parent ? null : plain(thread.title).toLowerCase(),
    unread: thread.unread,
    is_pinned: thread.isPinned ? 1 : 0,
    hidden_at: thread.hiddenAt,
    seq: thread.seq,
    turn: thread.turn,
    steps: thread.steps,
    worked_ms: thread.workedMs,
    input_tokens: thread.usage.inputTokens,
    output_tokens: thread.usage.outputTokens,
    reasoning_tokens: thread.usage.reasoningTokens,
    cached_tokens: thread.usage.cachedTokens,
    estimated_tokens: thread.usage.estimatedTokens,
    cost_micros: costOf(thread.usage),
    opened_at: thread.openedAt,
    updated_at: thread.updatedAt,
  };
}

/** What a thread spent on another day than the one on which it was opened. */
export function threadDayRow({ threadId, workspaceId, rootId }: ThreadState, spent: SpentDay): Row {
  return {
    id: `${threadId} ${spent.day}`,
    workspace_id: workspaceId,
    root_id: rootId,
    thread_id: threadId,
    day_at: spent.day * dayMs,
    steps: spent.steps,
    worked_ms: spent.workedMs,
    input_tokens: spent.inputTokens,
    output_tokens: spent.outputTokens,
    estimated_tokens: spent.estimatedTokens,
    cost_micros: spent.costMicros,
  };
}

export function taskRow(parent: ThreadState, call: CallState, task: TaskState, child: ThreadState | null): Row {
  return {
    id: task.taskId,
    workspace_id: parent.workspaceId,
    root_id: parent.rootId,
    parent_thread_id: parent.threadId,
    call_id: call.callId,
    child_thread_id: task.childThreadId,
    retry_of: task.retryOf,
    attempt: task.attempt,
    agent_id: task.agentId,
    title: plain(task.title),
    instruction: plain(task.instruction),
    turn: task.turn,
    status: taskStatus(task, child),
    result: task.outcome && plain(task.outcome.result),
    reason: task.outcome?.reason ? plain(task.outcome.reason) : null,
    usage: task.outcome && JSON.stringify(task.outcome.usage),
    is_empty: task.outcome?.status === 'failed' && emptyResultReasons.includes(task.outcome.reason ?? '') ? 1 : 0,
    opened_at: task.openedAt,
    ended_at: task.endedAt,
  };
}

export function questionRow(thread: ThreadState, call: CallState, question: QuestionState): Row {
  return {
    id: question.questionId,
    workspace_id: thread.workspaceId,
    root_id: thread.rootId,
    thread_id: thread.threadId,
    call_id: call.callId,
    step: call.step,
    kind: question.kind,
    text: plain(question.text),
    options: JSON.stringify(question.options),
    status: question.status,
    answer: question.answer && plain(question.answer),
    is_for_person: question.status === 'open' && question.audience === 'person' ? 1 : 0,
    asked_at: question.askedAt,
    answered_at: question.answeredAt,
  };
}

/** That a chat's log names a blob: once no chat does, the blob goes. */
export function blobUseRow({ workspaceId, rootId }: Event, hash: string): Row {
  return { id: `${rootId} ${hash}`, workspace_id: workspaceId, root_id: rootId, hash };
}

export function wakeOf(thread: ThreadState): Wake | null {
  if (owes(thread) === null) return null;
  return {
    workspaceId: thread.workspaceId,
    threadId: thread.threadId,
    rootId: thread.rootId,
    dueAt: dueAt(thread),
    waitMs: waitMsOf(dueAt(thread), thread.updatedAt),
    childrenAtOnce: thread.parent ? thread.limits.maxChildrenAtOnce : null,
  };
}

/** From the last event of a thread on: a wait begins with one, and what comes later only shortens what is left of it. */
export function waitMsOf(dueAt: number | null, updatedAt: number): number | null {
  return dueAt === null ? null : Math.max(0, dueAt - updatedAt);
}

/** Half a character and NUL, which a model may well write, have no place in a column of text; the event keeps them, as JSON. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
