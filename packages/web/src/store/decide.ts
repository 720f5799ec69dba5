import type { QuestionId, ThreadId, Verdict } from '@retinue/protocol';
import { argsHashOf, type ShownCall } from './args-hash.ts';
import { type Store, wordsOfError } from './store.ts';

export interface Decision {
  verdict: Verdict;
  reason: string;
}

/** What a person does that is told where it was done, or not at all. */
export function deciding(store: Store) {
  const chat = (chatId: ThreadId) => ({ ...store.place, chatId });
  return {
    /** What was wrong with it, in words; null if nothing was. */
    async decide(
      chatId: ThreadId,
      questionId: QuestionId,
      call: ShownCall,
      decision: Decision,
    ): Promise<string | null> {
      try {
        const argsHash = await argsHashOf(call);
        const body = { ...decision, ...(argsHash ? { argsHash } : {}) };
        await store.api.answerApproval({ params: { ...chat(chatId), questionId }, body });
        return null;
      } catch (error) {
        return wordsOfError(error);
      }
    },
    /** Asks for one that has lapsed again. */
    async askAgain(chatId: ThreadId, questionId: QuestionId): Promise<string | null> {
      try {
        await store.api.renewApproval({ params: { ...chat(chatId), questionId } });
        return null;
      } catch (error) {
        return wordsOfError(error);
      }
    },
    /** If it fails, the next look tries again. */
    async read(chatId: ThreadId, throughSeq: number): Promise<void> {
      await store.api.markRead({ params: chat(chatId), body: { throughSeq } }).catch(() => {});
    },
  };
}
