import type { ThreadId, ThreadState } from '@retinue/protocol';
import { useActions } from '../use-store.ts';
import { useSingleRequest } from './use-single-request.ts';

/** Repeats the answer to the last message of a chat, once for each state of the chat that the page shows. */
export function useRegenerate(chatId: ThreadId, { seq }: Pick<ThreadState, 'seq'>): () => void {
  const actions = useActions();
  const { send } = useSingleRequest([chatId, seq], (idempotencyKey) =>
    actions.run('regenerate', { params: { chatId } }, { idempotencyKey }),
  );
  return () => void send();
}
