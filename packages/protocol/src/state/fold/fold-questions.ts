import type { Usage } from '../../events/event-parts.ts';
import type { EventOf, FactFields } from '../../events/events.ts';
import type { CallId } from '../../ids.ts';
import { addSaturating } from '../../schemas/numbers.ts';
import type { OpenCall, QuestionState, ThreadState } from '../thread-state.ts';
import { noUsage } from '../usage.ts';
import { findCall, updateCall } from './fold-items.ts';
import { replaceGuess, spend } from './fold-usage.ts';

/** A question belongs to the call that asked it, and that call waits for the answer. */
export function askQuestion(thread: ThreadState, { at, position, data }: EventOf<'question.asked'>): void {
  const { callId, step, audience = 'person', lapsesAfterMs, servedTaskId: _served, ...asked } = data;
  const lapsesAt = lapseOf(at, lapsesAfterMs);
  const answered = { answer: null, verdict: null, answeredBy: null, answerer: null, answeredAt: null, consulted: null };
  const place = { askedAt: at, askedPosition: position };
  const question: QuestionState = { ...asked, audience, ...answered, status: 'open', ...place, lapsesAt };
  updateCall(thread, step, callId, (call) => ({ ...call, question }));
  waitFor(thread, callId, audience);
}

/** Counts the reservation from now on, since the process may die before the cost is known. */
export function reserveConsultation(
  thread: ThreadState,
  { callId, step, reservation }: FactFields<'question.consulted'>,
): void {
  const { tokens, ...cost } = reservation;
  const guess = { ...noUsage, estimatedTokens: tokens, ...cost };
  changeQuestion(thread, { callId, step }, { consulted: guess });
  spend(thread, guess);
}

/** Replaces the estimate by the cost, also if the question was answered meanwhile. */
export function settleConsultation(
  thread: ThreadState,
  { callId, step }: { callId: CallId; step: number },
  usage: Usage,
): void {
  const guess = findCall(thread, step, callId)?.question?.consulted ?? null;
  changeQuestion(thread, { callId, step }, { consulted: null });
  replaceGuess(thread, guess, usage);
}

export function passQuestion(thread: ThreadState, { callId, step }: FactFields<'question.passed'>): void {
  if (findCall(thread, step, callId)?.question?.status !== 'open') return;
  changeQuestion(thread, { callId, step }, { audience: 'person' });
  waitFor(thread, callId, 'person');
}

export function renewQuestion(thread: ThreadState, { at, data }: EventOf<'question.renewed'>): void {
  const { callId, step, lapsesAfterMs } = data;
  if (findCall(thread, step, callId)?.question?.status !== 'open') return;
  changeQuestion(thread, { callId, step }, { lapsesAt: lapseOf(at, lapsesAfterMs) });
}

/**
 * Whether it looks too late to approve it, by a clock that may have been changed since. The server measures by itself
 * and decides.
 */
export function hasLapsed({ lapsesAt }: Pick<QuestionState, 'lapsesAt'>, now: number): boolean {
  return lapsesAt !== null && now >= lapsesAt;
}

/** Whether a person has approved it in time. */
export function isApproved(question: QuestionState | null): boolean {
  if (question?.verdict !== 'approved') return false;
  return question.isInTime === true || !hasLapsed(question, question.answeredAt ?? 0);
}

function lapseOf(at: number, lapsesAfterMs: number | undefined): number | null {
  return lapsesAfterMs === undefined ? null : addSaturating(at, lapsesAfterMs);
}

/** The first answer wins. An approved call ends with its tool; any other ends with its answer. */
export function recordAnswer(thread: ThreadState, { at, actor, data }: EventOf<'question.answered'>): void {
  const { callId, step, answer, verdict = null, by = 'person', isInTime } = data;
  if (findCall(thread, step, callId)?.question?.status !== 'open') return;
  const answered = { answer, verdict, answeredBy: by, answerer: actor, answeredAt: at, ...(isInTime && { isInTime }) };
  changeQuestion(thread, { callId, step }, { ...answered, status: 'answered' });
  if (verdict === 'approved') waitFor(thread, callId, 'tool');
}

function changeQuestion(
  thread: ThreadState,
  { callId, step }: { callId: CallId; step: number },
  change: Partial<QuestionState>,
): void {
  updateCall(thread, step, callId, (call) => ({ ...call, question: call.question && { ...call.question, ...change } }));
}

function waitFor(thread: ThreadState, callId: CallId, waitsFor: OpenCall['waitsFor']): void {
  thread.openCalls = thread.openCalls.map((call) => (call.callId === callId ? { ...call, waitsFor } : call));
}
