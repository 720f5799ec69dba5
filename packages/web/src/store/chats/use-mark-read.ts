import type { ThreadId } from '@retinue/protocol';
import { useEffect } from 'react';
import { useActions, useMay, useThread } from '../use-store.ts';

/** Marks notices as read once the chat is visible. */
export function useMarkRead(chatId: ThreadId): void {
  const thread = useThread(chatId, chatId);
  const actions = useActions();
  const mayWrite = useMay('write');
  const unread = thread?.unread ?? 0;
  const seq = thread?.seq ?? 0;
  useEffect(() => {
    if (unread === 0 || !mayWrite) return;
    const read = () => {
      if (document.visibilityState === 'visible') void actions.read(chatId, seq);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [actions, chatId, unread, seq, mayWrite]);
}
