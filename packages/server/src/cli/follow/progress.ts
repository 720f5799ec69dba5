import type { CallState, QuestionState, ThreadState, TreeState } from '@retinue/protocol';
import { findCall, isUnfinished, owes } from '@retinue/protocol';

/**
 * State of a chat's tree: a thread has work to do; none has, but a person can answer; everything has ended. `stuck` is none
 * of these, and a consistent store does not have it.
 */
export type Progress = 'working' | 'asking' | 'settled' | 'stuck';

export function progressOf(tree: TreeState): Progress {
  const unfinished = Object.values(tree.threads).filter(({ status }) => isUnfinished(status));
  if (unfinished.length === 0) return 'settled';
  if (unfinished.some((thread) => owes(thread) !== null)) return 'working';
  return questionsIn(tree).length > 0 ? 'asking' : 'stuck';
}

export interface AskedQuestion {
  question: QuestionState;
  call: CallState;
  asker: ThreadState;
}

/** The questions that wait for a person, the oldest first. */
export function questionsIn(tree: TreeState): AskedQuestion[] {
  const open = Object.values(tree.threads).flatMap((asker) =>
    asker.openCalls.flatMap(({ step, callId }): AskedQuestion[] => {
      const call = findCall(asker, step, callId);
      if (call?.question?.status !== 'open' || call.question.audience !== 'person') return [];
      return [{ question: call.question, call, asker }];
    }),
  );
  return open.sort((left, right) => left.question.askedPosition - right.question.askedPosition);
}
