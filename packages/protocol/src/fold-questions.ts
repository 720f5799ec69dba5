import type { EventOf, FactFields } from './events.ts';
import { findCall, updateCall } from './fold-items.ts';
import type { CallId } from './ids.ts';
import type { OpenCall, QuestionState, ThreadState } from './thread-state.ts';

/** A question stands in the call that asked it, and that call waits for whoever is asked. */
export function askQuestion(thread: ThreadState, { at, data }: EventOf<'question.asked'>): void {
  const { callId, step, audience = 'person', ...asked } = data;
  const answered = { answer: null, verdict: null, answeredBy: null, answerer: null, answeredAt: null };
  const question: QuestionState = { ...asked, audience, ...answered, status: 'open', askedAt: at };
  updateCall(thread, step, callId, (call) => ({ ...call, question }));
  waitFor(thread, callId, audience);
}

export function passQuestion(thread: ThreadState, { callId, step }: FactFields<'question.passed'>): void {
  if (findCall(thread, step, callId)?.question?.status !== 'open') return;
  changeQuestion(thread, { callId, step }, { audience: 'person' });
  waitFor(thread, callId, 'person');
}

/** The first answer wins. An approved call is the tool's to end; any other ends with its answer. */
export function answerQuestion(thread: ThreadState, { at, actor, data }: EventOf<'question.answered'>): void {
  const { callId, step, answer, verdict = null, by = 'person' } = data;
  if (findCall(thread, step, callId)?.question?.status !== 'open') return;
  const answered = { answer, verdict, answeredBy: by, answerer: actor, answeredAt: at };
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
