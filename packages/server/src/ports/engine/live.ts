import type { Delta, Draft, ThreadId } from '@retinue/protocol';

/** Deltas from the engine to its watchers. Nothing here is stored; a late watcher gets the draft. */
export interface Live {
  publish(delta: Delta): void;
  /** The step is in the log now, or dropped. */
  forget(threadId: ThreadId): void;
  draft(threadId: ThreadId): Draft | null;
  subscribe(listener: (delta: Delta) => void): Disposable;
}
