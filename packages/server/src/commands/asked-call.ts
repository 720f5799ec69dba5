import type { CallState, QuestionState, Refusal, ThreadState } from '@retinue/protocol';
import { findCall, refuse } from '@retinue/protocol';
import type { View } from '../ports/log/event-log.ts';
import type { QuestionRow } from '../ports/log/read-models.ts';
import { isHidden } from './is-hidden.ts';

export interface AskedCall {
  thread: ThreadState;
  call: CallState;
  question: QuestionState;
}

/** The call that asks a question, as it is in the transaction. */
export function askedCall(view: View, { questionId, threadId, callId, step }: QuestionRow): AskedCall | Refusal {
  const thread = view.thread(threadId);
  if (thread && isHidden(view, thread)) return refuse('no-such-thread', { threadId: thread.rootId });
  const call = thread && findCall(thread, step, callId);
  if (!thread || !call?.question) return refuse('no-such-question', { questionId });
  return { thread, call, question: call.question };
}
