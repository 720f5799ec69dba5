import type { QuestionId, ThreadId, Verdict } from '@retinue/protocol';
import { ApiError } from '@retinue/protocol';
import { argsHashOf, type ShownCall } from './args-hash.ts';
import { type Store, wordsOfError } from './store.ts';

export interface Decision {
  verdict: Verdict;
  reason: string;
}

/** What was wrong, in words, and whether it only came too late. */
export interface Refused {
  words: string;
  isLapsed: boolean;
}

function refusedBy(error: unknown): Refused {
  return { words: wordsOfError(error), isLapsed: error instanceof ApiError && error.code === 'approval-lapsed' };
}

/** What a person does that is told where it was done, or not at all. */
export function deciding(store: Store) {
  const chat = (chatId: ThreadId) => ({ ...store.place, chatId });
  return {
    /** Null if nothing was wrong with it. */
    async decide(
      chatId: ThreadId,
      questionId: QuestionId,
      call: ShownCall,
      decision: Decision,
    ): Promise<Refused | null> {
      try {
        const argsHash = await argsHashOf(call);
        const body = { ...decision, ...(argsHash ? { argsHash } : {}) };
        await store.api.answerApproval({ params: { ...chat(chatId), questionId }, body });
        return null;
      } catch (error) {
        return refusedBy(error);
      }
    },
    /** Asks for one that has lapsed again. */
    async askAgain(chatId: ThreadId, questionId: QuestionId): Promise<Refused | null> {
      try {
        await store.api.renewApproval({ params: { ...chat(chatId), questionId } });
        return null;
      } catch (error) {
        return refusedBy(error);
      }
    },
    /** If it fails, the next look tries again. */
    async read(chatId: ThreadId, throughSeq: number): Promise<void> {
      await store.api.markRead({ params: chat(chatId), body: { throughSeq } }).catch(() => {});
    },
  };
}
