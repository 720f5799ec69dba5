import type { Event, ThreadId, ThreadState } from '@retinue/protocol';
import { fold } from '@retinue/protocol';
import { DamagedThreadError } from '../../ports/damage.ts';

export { DamagedThreadError } from '../../ports/damage.ts';

/** Folds what the store holds of one thread; throws a DamagedThreadError where it makes no state. */
export function foldStored(
  threadId: ThreadId,
  known: ThreadState | null,
  events: readonly Event[],
): ThreadState | null {
  let seq = known?.seq ?? 0;
  for (const event of events) {
    if (event.seq > seq + 1) throw new DamagedThreadError(threadId, event.seq, 'missing');
    seq = Math.max(seq, event.seq);
  }
  const state = foldOrThrow(threadId, known, events);
  // A chat has no parent, and everybody else has one.
  const isConsistent = !state || (state.rootId === threadId) === (state.parent === null);
  if (!isConsistent) throw new DamagedThreadError(threadId, null, 'fold');
  return state;
}

function foldOrThrow(threadId: ThreadId, known: ThreadState | null, events: readonly Event[]): ThreadState | null {
  try {
    return fold(known, events);
  } catch (error) {
    throw new DamagedThreadError(threadId, null, 'fold', error);
  }
}

/** The same, with the reason handed back instead of thrown. */
export function loadStored(
  threadId: ThreadId,
  known: ThreadState | null,
  readEvents: () => readonly Event[],
): ThreadState | DamagedThreadError | null {
  try {
    return foldStored(threadId, known, readEvents());
  } catch (error) {
    if (error instanceof DamagedThreadError) return error;
    throw error;
  }
}
