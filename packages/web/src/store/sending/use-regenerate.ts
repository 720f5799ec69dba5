import type { ThreadId, ThreadState } from '@retinue/protocol';
import { useActions } from '../use-store.ts';
import { useSingleRequest } from './use-single-request.ts';

/** Answers the last message of a chat again, once for each state of the chat that the page shows. */
export function useRegenerate(chatId: ThreadId, { seq }: Pick<ThreadState, 'seq'>): () => void {
  const actions = useActions();
  const { send } = useSingleRequest([chatId, seq], (idempotencyKey) => actions.regenerate(chatId, idempotencyKey));
  return () => void send();
}
