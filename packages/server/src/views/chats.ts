import type { Chat } from '@retinue/protocol';
import type { StoredChat } from '../ports/log/read-models.ts';

/** A chat as people see it. */
export function toChat({ threadId, ...row }: StoredChat): Chat {
  return { chatId: threadId, ...row };
}
