import type { CallState, Event, QuestionState, Reason, SpentDay, TaskState, ThreadState } from '@retinue/protocol';
import { costOf, dayMs, dueAt, owes, taskStatus } from '@retinue/protocol';
import type { Wake } from '../ports/log/event-log.ts';
import { isEmptyResult } from './empty-results.ts';

/*
 * The inline projections: a folded thread as rows. Live writes and a rebuild use these same functions, so the two can
 * differ only in the rows that they visit.
 */
export type Row = Record<string, string | number | null>;

export function threadRow(thread: ThreadState) {
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
    unpriced_tokens: thread.unpricedTokens,
    opened_at: thread.openedAt,
    updated_at: thread.updatedAt,
  } satisfies Row;
}

/** Counts for a thread on another day than the one on which it was opened. */
export function threadDayRow({ threadId, workspaceId, rootId }: ThreadState, spent: SpentDay) {
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
    unpriced_tokens: spent.unpricedTokens,
  } satisfies Row;
}

export function taskRow(parent: ThreadState, call: CallState, task: TaskState, child: ThreadState | null) {
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
    reason: task.outcome?.reason ? reasonColumn(task.outcome.reason) : null,
    usage: task.outcome && JSON.stringify(task.outcome.usage),
    is_empty: task.outcome?.status === 'failed' && isEmptyResult(task.outcome.reason) ? 1 : 0,
    opened_at: task.openedAt,
    ended_at: task.endedAt,
  } satisfies Row;
}

export function questionRow(thread: ThreadState, call: CallState, question: QuestionState) {
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
  } satisfies Row;
}

/** A chat's log names this blob: once no chat does, the blob is removed. */
export function blobUseRow({ workspaceId, rootId }: Event, hash: string) {
  return { id: `${rootId} ${hash}`, workspace_id: workspaceId, root_id: rootId, hash } satisfies Row;
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

/** From the last event of a thread: a wait starts with one, and later events only shorten the rest. */
export function waitMsOf(dueAt: number | null, updatedAt: number): number | null {
  return dueAt === null ? null : Math.max(0, dueAt - updatedAt);
}

/** Codes as JSON; the text of an earlier release as it is, so that its rows are still what a rebuild makes. */
function reasonColumn(reason: Reason): string {
  return plain(reason.code === 'text' ? reason.text : JSON.stringify(reason));
}

/**
 * A text column takes neither half a character nor NUL, which a model may well write; the event keeps them, as JSON.
 */
function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
