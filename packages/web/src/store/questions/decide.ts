import { ApiError, type CallState, type QuestionId, type ThreadId, type Verdict } from '@retinue/protocol';
import { toastCopy } from '../copy.ts';
import { errorMessage, type Refused, refusedBy } from '../outcome.ts';
import type { Store } from '../store.ts';

/** The exact call that a person saw and decides on. */
export interface ShownCall {
  toolName: string;
  args: CallState['args'];
}

export interface QuestionDecision {
  verdict: Verdict;
  reason: string;
}

/** Actions on questions. A refusal is returned, to be shown beside the question. */
export function deciding(store: Pick<Store, 'api' | 'workspaceParams' | 'toasts'>) {
  const chat = (chatId: ThreadId) => ({ ...store.workspaceParams, chatId });
  /** A closed question leaves the page by the stream, so a toast says why. */
  const tellIfLate = (error: unknown): boolean => {
    if (!(error instanceof ApiError && lateCodes.includes(error.code))) return false;
    store.toasts.add(toastCopy.alreadyClosed, { tone: 'problem', stayMs: 10_000 });
    return true;
  };
  return {
    /** Null if it succeeded or was too late. */
    async decide(
      chatId: ThreadId,
      questionId: QuestionId,
      call: ShownCall,
      decision: QuestionDecision,
    ): Promise<Refused | null> {
      try {
        const argsHash = await shownArgsHash(call);
        const body = { ...decision, ...(argsHash ? { argsHash } : {}) };
        await store.api.answerApproval({ params: { ...chat(chatId), questionId }, body });
        return null;
      } catch (error) {
        return tellIfLate(error) ? null : refusedBy(error);
      }
    },
    /** Whether the answer was accepted. */
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
    /** Requests a lapsed approval again. */
    async askAgain(chatId: ThreadId, questionId: QuestionId): Promise<Refused | null> {
      try {
        await store.api.renewApproval({ params: { ...chat(chatId), questionId } });
        return null;
      } catch (error) {
        return refusedBy(error);
      }
    },
    /** A failure is retried when the chat is next visible. */
    async read(chatId: ThreadId, throughSeq: number): Promise<void> {
      await store.api.markRead({ params: chat(chatId), body: { throughSeq } }).catch(() => {});
    },
  };
}

const lateCodes = ['question-closed', 'call-closed'];

/**
 * Hash of exactly the call on the page, computed as on the server: the tool and its arguments. A page over plain HTTP
 * from another machine can't compute one; its approval is bound to the question all the same.
 */
async function shownArgsHash({ toolName, args }: ShownCall): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const bytes = new TextEncoder().encode(JSON.stringify([toolName, args]));
  const digest = String.fromCharCode(...new Uint8Array(await subtle.digest('SHA-256', bytes)));
  return btoa(digest).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
