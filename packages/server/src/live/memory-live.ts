import type { Delta, Draft, ThreadId } from '@retinue/protocol';
import { foldDraft } from '@retinue/protocol';
import type { Live } from '../ports/engine/live.ts';

/** Deltas within one process. */
export function createMemoryLive(): Live {
  const drafts = new Map<ThreadId, Draft>();
  const listeners = new Set<(delta: Delta) => void>();
  return {
    publish(delta) {
      const draft = foldDraft(drafts.get(delta.threadId) ?? null, delta);
      if (draft) drafts.set(delta.threadId, draft);
      for (const listener of listeners) listener(delta);
    },
    forget: (threadId) => void drafts.delete(threadId),
    draft: (threadId) => drafts.get(threadId) ?? null,
    subscribe(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
  };
}
