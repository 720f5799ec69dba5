import type { ThreadId } from '@retinue/protocol';
import type { Wake } from '../ports/log/event-log.ts';

/**
 * Decides on the next thread: chats take turns, and within a chat the threads come in the order of their wakes. A
 * limited number of children of a chat run at once; one that comes to rest leaves, so parents that wait for their
 * children never block them.
 */
export class Turnstile {
  readonly #chats = new Map<ThreadId, Chat>();
  /** Chats with a thread that may start, in the order of their turns. */
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

  /** The thread has come to rest and frees its place. */
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
