import type { Fact, Refusal, ThreadId, ThreadState } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { Decided, Entry, View } from '../ports/log/event-log.ts';

type Empty = Record<string, never>;

/** Decides on a chat that was not deleted. A change that is in effect already is no event. */
export function decideOnChat(
  view: View,
  chatId: ThreadId,
  decide: (chat: ThreadState) => readonly Entry[] | Refusal,
): Decided<Empty> | Refusal {
  const chat = view.thread(chatId);
  if (!chat || (!chat.parent && chat.hiddenAt !== null)) return refuse('no-such-thread', { threadId: chatId });
  if (chat.parent) return refuse('not-a-chat', { threadId: chatId });
  return withReply(decide(chat), {});
}

/** A decision with its reply, unless it is a refusal. */
export function withReply<Reply>(decided: readonly Entry[] | Refusal, reply: Reply): Decided<Reply> | Refusal {
  return 'code' in decided ? decided : { entries: decided, reply };
}

export function entriesOf({ threadId }: ThreadState, facts: readonly Fact[]): Entry[] {
  return facts.length === 0 ? [] : [{ threadId, guard: 'exists', facts }];
}
