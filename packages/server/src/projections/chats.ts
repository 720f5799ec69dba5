import type { Chat } from '@retinue/protocol';
import type { ChatRow } from '../ports/read-models.ts';

/** A chat as people know it. */
export function toChat({ threadId, ...row }: ChatRow): Chat {
  return { chatId: threadId, ...row };
}
