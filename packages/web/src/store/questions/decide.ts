import { ApiError, type QuestionId, type ThreadId, type Verdict } from '@retinue/protocol';
import { errorMessage } from '../error-message.ts';
import { type Refused, refusedBy } from '../outcome.ts';
import type { Store } from '../store.ts';
import { argsHashOf, type ShownCall } from './args-hash.ts';

export interface Decision {
  verdict: Verdict;
  reason: string;
}

/** What a person does that is told where it was done, or not at all. */
export function deciding(store: Store) {
  const chat = (chatId: ThreadId) => ({ ...store.workspaceParams, chatId });
  /** What was open goes at once, so it is told where it stays. */
  const tellIfLate = (error: unknown): boolean => {
    if (!(error instanceof ApiError && lateCodes.includes(error.code))) return false;
    store.toasts.add(lateWords, { tone: 'problem', stayMs: 10_000 });
    void store.loadQuestions().catch(() => {});
    return true;
  };
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
        return tellIfLate(error) ? null : refusedBy(error);
      }
    },
    /** Whether it was taken. */
    async answer(chatId: ThreadId, questionId: QuestionId, answer: string, idempotencyKey: string): Promise<boolean> {
      try {
        await store.api.answerQuestion(
          { params: { ...chat(chatId), questionId }, body: { answer } },
          { idempotencyKey },
        );
        return true;
      } catch (error) {
        if (!tellIfLate(error)) store.toasts.add(errorMessage(error), { tone: 'problem', stayMs: 10_000 });
        return false;
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

const lateCodes = ['question-closed', 'call-closed'];
const lateWords = 'This request was already closed. Your answer was not sent.';
