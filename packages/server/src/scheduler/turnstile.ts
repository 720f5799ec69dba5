import type { ThreadId } from '@retinue/protocol';
import type { Wake } from '../ports/event-log.ts';

/**
 * Decides who is next: chats take turns, and within a chat the threads come in the order of their wakes. Only so many
 * children of a chat are inside at once; one that comes to rest leaves, so parents that wait for their children never
 * keep them out.
 */
export class Turnstile {
  readonly #chats = new Map<ThreadId, Chat>();
  /** Chats that may have somebody to let in, in the order of their turns. */
  readonly #turns = new Set<ThreadId>();

  add(wake: Wake): void {
    const chat = this.#chats.get(wake.rootId) ?? { waiting: new Map(), inside: new Set() };
    chat.waiting.set(wake.threadId, wake);
    this.#chats.set(wake.rootId, chat);
    this.#turns.add(wake.rootId);
  }

  next(): Wake | null {
    for (const rootId of this.#turns) {
      this.#turns.delete(rootId);
      const chat = this.#chats.get(rootId);
      const wake = chat && firstAllowed(chat);
      if (!wake) continue;
      chat.waiting.delete(wake.threadId);
      if (wake.childrenAtOnce !== null) chat.inside.add(wake.threadId);
      if (chat.waiting.size > 0) this.#turns.add(rootId);
      return wake;
    }
    return null;
  }

  /** The thread has come to rest and makes room. */
  leave({ rootId, threadId }: Wake): void {
    const chat = this.#chats.get(rootId);
    if (!chat || chat.waiting.has(threadId)) return;
    chat.inside.delete(threadId);
    if (chat.waiting.size > 0) this.#turns.add(rootId);
    else if (chat.inside.size === 0) this.#chats.delete(rootId);
  }
}

interface Chat {
  waiting: Map<ThreadId, Wake>;
  inside: Set<ThreadId>;
}

function firstAllowed({ waiting, inside }: Chat): Wake | null {
  for (const wake of waiting.values()) {
    const { threadId, childrenAtOnce } = wake;
    if (childrenAtOnce === null || inside.has(threadId) || inside.size < childrenAtOnce) return wake;
  }
  return null;
}
