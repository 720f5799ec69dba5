import type { EventOf, EventType, LogEvent } from '../../events/events.ts';
import { addSaturating } from '../../schemas/numbers.ts';
import type { Budget } from '../budget.ts';
import { minBudget } from '../budget.ts';
import { owes } from '../owes.ts';
import type { ThreadState } from '../thread-state.ts';
import { isUnfinished } from '../thread-state.ts';
import { endImport, foldResume, foldStop, notify, readThrough } from './fold-chat.ts';
import { closeCompaction, compactThread, isCompaction } from './fold-compaction.ts';
import { spendingTime, spendOnDay, totalsOf } from './fold-days.ts';
import { endCall, findCall, findStep, putStep, updateCall } from './fold-items.ts';
import { openThread } from './fold-open.ts';
import { adoptOrigin, changeOrigin, detachTasks, grantOrigin, isShared } from './fold-origins.ts';
import {
  askQuestion,
  passQuestion,
  recordAnswer,
  renewQuestion,
  reserveConsultation,
  settleConsultation,
} from './fold-questions.ts';
import { rewind } from './fold-rewind.ts';
import { endTask, openTask, reactivate, sendToBackground, serveAgain } from './fold-tasks.ts';
import { freshTurnStats, measuredMs, waitOutage } from './fold-turn-stats.ts';
import { recordUsage, spend } from './fold-usage.ts';

/**
 * Meaning of a thread's events. Pure: the incoming state stays as it is, and only the parts that an event touches are
 * new in the result. Events that the state already holds are skipped, so a resent one does no harm.
 */
export function fold(state: ThreadState | null, events: readonly LogEvent[]): ThreadState | null {
  let draft = state;
  for (const event of events) {
    if (draft && event.seq <= draft.seq) continue;
    draft = foldOne(draft === state ? copyOf(state) : draft, event);
  }
  return draft;
}

function foldOne(draft: ThreadState | null, event: LogEvent): ThreadState {
  if (event.seq !== (draft?.seq ?? 0) + 1) throw new Error(gapMessage(draft, event));
  const next = draft ?? openThread(event);
  next.seq = event.seq;
  next.updatedAt = event.at;
  const before = totalsOf(next);
  const spentAt = spendingTime(next, event);
  if (draft) (meanings[event.type] as (thread: ThreadState, event: LogEvent) => void)(next, event);
  settle(next, event);
  spendOnDay(next, before, spentAt);
  return next;
}

function copyOf(state: ThreadState | null): ThreadState | null {
  if (!state) return null;
  const { items, takenBack, openCalls, openTasks, turnStats } = state;
  return {
    ...state,
    items: [...items],
    takenBack: [...takenBack],
    openCalls: [...openCalls],
    openTasks: [...openTasks],
    turnStats: { ...turnStats },
  };
}

const meanings = {
  'thread.opened': (_thread, event) => {
    throw new Error(`${event.threadId} was opened twice`);
  },
  'agent.changed': (thread, { data }) => {
    thread.agent = data.agent;
    thread.refusedTokens = null;
    if (data.rights) thread.rights = data.rights;
  },
  'message.received': (thread, { seq, at, actor, data }) => {
    const { budget = null, isNotice = false, originSeq = null, servedTaskId: _served, ...message } = data;
    thread.items.push({ type: 'message', seq, at, ...message, isNotice, isMidTurn: isUnfinished(thread.status) });
    if (data.from === 'system' || data.from === 'context') return;
    if (data.from === 'person') thread.unread = 0;
    if (isNotice && !isUnfinished(thread.status)) return notify(thread, actor);
    thread.inputSeq = seq;
    if (isUnfinished(thread.status)) {
      if (data.from === 'person' && isShared(thread)) adoptTurn(thread, seq, budget);
      return;
    }
    beginTurn(thread, seq, originSeq);
    if (data.from === 'person') thread.askedBudget = budget;
    grantTurn(thread, budget);
  },
  'step.started': (thread, { seq, at, data }) => {
    const { reservation, ...place } = data;
    if (data.attempt === 1 && !isCompaction(data)) thread.turnStats.steps += 1;
    if (data.attempt === 1 && isCompaction(data)) thread.turnStats.compactions += 1;
    if (data.attempt === 1 && data.kind === 'wrap-up') thread.turnStats.wrapUps += 1;
    if (data.attempt === 1 && data.kind === 'salvage') thread.turnStats.salvages += 1;
    thread.epoch += 1;
    thread.steps = data.step;
    if (!isCompaction(data)) thread.seenSeq = data.seenSeq; // Input of a summary is not answered yet.
    if (data.attempt === 1) thread.turnStats.providerErrors = 0;
    thread.retryAt = null;
    const { step, attempt, kind } = data;
    const { tokens: reservedTokens, costMicros: reservedCostMicros = null } = reservation;
    thread.openStep = { step, attempt, kind, startedAt: at, reservedTokens, reservedCostMicros };
    putStep(thread, { type: 'step', seq, at, ...place, model: thread.agent.model });
  },
  'step.ended': (thread, { at, data }) => {
    const { parts, usage, finishReason } = data;
    if (thread.openStep && !isCompaction(thread.openStep)) thread.turnStats.resultProblem = null;
    closeCompaction(thread, true);
    closeStep(thread, data.step, { status: 'ended', parts, usage, finishReason, endedAt: at });
    spend(thread, usage);
    thread.turnStats.providerErrors = 0;
    thread.turnStats.recoveries = 0;
    thread.turnStats.outages = 0;
    thread.turnStats.outageMs = 0;
  },
  'step.cut': (thread, { at, data }) => {
    const { reason, message, final, parts, usage, retryAt, isOutage } = data;
    if (reason === 'too-long') thread.refusedTokens = thread.openStep?.reservedTokens ?? null;
    closeCompaction(thread, final);
    closeStep(thread, data.step, { status: 'cut', parts, usage, cut: { reason, message, final }, endedAt: at });
    spend(thread, usage);
    thread.retryAt = retryAt;
    if (isOutage) waitOutage(thread, (data.workedMs ?? 0) + (retryAt === null ? 0 : retryAt - at));
    else if (reason === 'provider-error' || reason === 'too-long') thread.turnStats.providerErrors += 1;
  },
  'call.requested': (thread, { at, data }) => {
    const { callId, step, name, args, effect, taskId } = data;
    const earlier = findCall(thread, step, callId);
    updateCall(thread, step, callId, (call) => ({ ...call, name, args, effect, requestedAt: call.requestedAt || at }));
    if (earlier?.endedAt || thread.openCalls.some((call) => call.callId === callId)) return;
    thread.openCalls.push({ callId, step, waitsFor: taskId ? 'task' : 'tool', running: false });
  },
  'call.started': (thread, { at, data }) => {
    const open = thread.openCalls.findIndex((call) => call.callId === data.callId);
    if (open < 0) return;
    if (data.attempt === 1) thread.turnStats.calls += 1;
    thread.openCalls[open] = { callId: data.callId, step: data.step, waitsFor: 'tool', running: true };
    updateCall(thread, data.step, data.callId, (call) => ({
      ...call,
      status: 'running',
      attempt: data.attempt,
      startedAt: call.startedAt ?? at,
    }));
  },
  'call.ended': (thread, event) => endCall(thread, event),
  'call.late': (thread, { at, data }) => {
    const { status, output, error } = data;
    updateCall(thread, data.step, data.callId, (call) => ({ ...call, late: { status, output, error, at } }));
  },
  'usage.recorded': (thread, { data }) => {
    const { callId, step, usage } = data;
    if (callId === undefined) recordUsage(thread, data);
    else settleConsultation(thread, { callId, step }, usage);
  },
  'task.opened': openTask,
  'task.ended': endTask,
  'task.backgrounded': sendToBackground,
  'question.asked': askQuestion,
  'question.consulted': (thread, { data }) => reserveConsultation(thread, data),
  'question.passed': (thread, { data }) => {
    passQuestion(thread, data);
    settleConsultation(thread, data, data.usage);
  },
  'question.answered': (thread, event) => {
    recordAnswer(thread, event);
    if (event.data.usage) settleConsultation(thread, event.data, event.data.usage);
  },
  'question.renewed': renewQuestion,
  'thread.ended': (thread, { at, data }) => {
    thread.status = data.status === 'completed' && thread.parent === null ? 'idle' : data.status;
    thread.outcome = { ...data, at };
    thread.retryAt = null;
  },
  'thread.cancelled': (thread, { at, data }) => {
    thread.epoch += 1;
    thread.status = 'cancelled';
    thread.outcome = { status: 'cancelled', result: '', reason: data.reason, at };
    thread.retryAt = null;
  },
  'thread.recovered': (thread) => {
    thread.epoch += 1;
    thread.turnStats.recoveries += 1;
    thread.turnStats.workingSince = null;
    for (const call of thread.openCalls.filter(({ running }) => running)) {
      updateCall(thread, call.step, call.callId, (state) => ({ ...state, status: 'requested' }));
    }
    thread.openCalls = thread.openCalls.map((call) => ({ ...call, running: false }));
  },
  'thread.reactivated': reactivate,
  'result.refused': (thread, { data }) => {
    thread.turnStats.refusedResults += 1;
    thread.turnStats.resultProblem = data.problem;
  },
  'thread.compacted': compactThread,
  'chat.read': (thread, { data }) => readThrough(thread, data.throughSeq),
  'chat.renamed': (thread, { data }) => {
    thread.title = data.title;
  },
  'chat.pinned': (thread, { data }) => {
    thread.isPinned = data.isPinned;
  },
  'chat.hidden': (thread, { at, actor }) => {
    if (actor !== 'imported') thread.hiddenAt = at;
  },
  'chat.restored': (thread, { actor }) => {
    if (actor !== 'imported') thread.hiddenAt = null;
  },
  'thread.imported': endImport,
  'chat.stopped': foldStop,
  'chat.resumed': foldResume,
  'thread.rewound': (thread, { seq, data }) => {
    rewind(thread, data.toSeq);
    detachTasks(thread, data.toSeq);
    if (data.serves) serveAgain(thread, data.serves);
    if (!data.isAsked) return;
    thread.inputSeq = seq;
    beginTurn(thread, data.toSeq);
    grantTurn(thread, thread.askedBudget);
  },
} satisfies { [Type in EventType]: (thread: ThreadState, event: EventOf<Type>) => void };

/** Derives the status and the working time, which are in no event. */
function settle(thread: ThreadState, event: LogEvent): void {
  const { at } = event;
  if (isUnfinished(thread.status)) {
    const asks = owes(thread) === null && thread.openCalls.some((call) => call.waitsFor === 'person');
    thread.status = asks ? 'waiting_for_user' : 'active';
  }
  const { turnStats } = thread;
  const works =
    isUnfinished(thread.status) && (thread.openStep !== null || thread.openCalls.some((call) => call.running));
  if (works && turnStats.workingSince === null) turnStats.workingSince = at;
  if (!works && turnStats.workingSince !== null) {
    const workedMs = measuredMs(event) ?? Math.max(0, at - turnStats.workingSince);
    turnStats.workedMs = addSaturating(turnStats.workedMs, workedMs);
    thread.workedMs = addSaturating(thread.workedMs, workedMs);
    turnStats.workingSince = null;
  }
}

function beginTurn(thread: ThreadState, begunSeq: number, originSeq: number | null = null): void {
  thread.status = 'active';
  thread.outcome = null;
  thread.turnStats = freshTurnStats(begunSeq, changeOrigin(thread, originSeq, begunSeq));
  if (thread.parent === null) thread.turn += 1;
}

/** A person's message in a turn without an origin makes the turn theirs, with the budget of a message. */
function adoptTurn(thread: ThreadState, seq: number, budget: Budget | null): void {
  const fresh = minBudget(thread.limits.budget, thread.agent.budget, budget);
  thread.askedBudget = budget;
  adoptOrigin(thread, seq, fresh);
}

/** A child has what its task was given. */
function grantTurn(thread: ThreadState, budget: Budget | null): void {
  if (thread.parent !== null) return;
  thread.grant = minBudget(thread.limits.budget, thread.agent.budget, budget);
  grantOrigin(thread, thread.grant);
}

function closeStep(thread: ThreadState, step: number, change: object): void {
  const found = findStep(thread, step);
  if (found) thread.items[found.index] = { ...found.item, ...change };
  thread.openStep = null;
}

function gapMessage(state: ThreadState | null, event: LogEvent): string {
  return `${event.threadId} continues at seq ${event.seq} after ${state?.seq ?? 0}: events are missing`;
}
