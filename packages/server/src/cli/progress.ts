import type { CallState, QuestionState, ThreadState, TreeState } from '@retinue/protocol';
import { findCall, isUnfinished, owes } from '@retinue/protocol';

/**
 * Where a chat's tree stands: somebody has work to do; nobody has, but a person could help; everything has come to an
 * end. `stuck` is none of these, and a healthy store does not have it.
 */
export type Progress = 'working' | 'asking' | 'settled' | 'stuck';

export function progressOf(tree: TreeState): Progress {
  const unfinished = Object.values(tree.threads).filter(({ status }) => isUnfinished(status));
  if (unfinished.length === 0) return 'settled';
  if (unfinished.some((thread) => owes(thread) !== null)) return 'working';
  return questionsIn(tree).length > 0 ? 'asking' : 'stuck';
}

export interface OpenQuestion {
  question: QuestionState;
  call: CallState;
  asker: ThreadState;
}

/** The questions that wait for a person, the oldest first. */
export function questionsIn(tree: TreeState): OpenQuestion[] {
  const open = Object.values(tree.threads).flatMap((asker) =>
    asker.openCalls.flatMap(({ step, callId }): OpenQuestion[] => {
      const call = findCall(asker, step, callId);
      if (call?.question?.status !== 'open' || call.question.audience !== 'person') return [];
      return [{ question: call.question, call, asker }];
    }),
  );
  return open.sort((left, right) => left.question.askedPosition - right.question.askedPosition);
}
