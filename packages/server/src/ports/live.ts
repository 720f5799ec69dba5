import type { Delta, Draft, ThreadId } from '@retinue/protocol';

/** Deltas on their way from the engine to whoever watches. Nothing here is stored; who joins late gets the draft. */
export interface Live {
  publish(delta: Delta): void;
  /** The step is in the log now, or gone. */
  forget(threadId: ThreadId): void;
  draft(threadId: ThreadId): Draft | null;
  subscribe(listener: (delta: Delta) => void): Disposable;
}
