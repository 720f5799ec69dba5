import { fold, type LogEvent, type ThreadId, type ThreadState } from '@retinue/protocol';
import { DamagedThreadError } from '../../ports/log/damage.ts';
import type { Columns } from '../../ports/log/sql.ts';
import { usableEvents } from '../format/read-event.ts';
import type { ThreadOrDamage } from '../store.ts';

/** Folds the stored events of one thread; throws a DamagedThreadError if they make no state. */
export function foldStored(
  threadId: ThreadId,
  known: ThreadState | null,
  events: readonly LogEvent[],
): ThreadState | null {
  let seq = known?.seq ?? 0;
  for (const event of events) {
    if (event.seq > seq + 1) throw new DamagedThreadError(threadId, event.seq, 'missing');
    seq = Math.max(seq, event.seq);
  }
  const state = foldOrThrow(threadId, known, events);
  // A chat has no parent, and every other thread has one.
  const isConsistent = !state || (state.rootId === threadId) === (state.parent === null);
  if (!isConsistent) throw new DamagedThreadError(threadId, null, 'fold');
  return state;
}

function foldOrThrow(threadId: ThreadId, known: ThreadState | null, events: readonly LogEvent[]): ThreadState | null {
  try {
    return fold(known, events);
  } catch (error) {
    throw new DamagedThreadError(threadId, null, 'fold', error);
  }
}

/** The same, with the error returned instead of thrown. */
export function loadStored(
  threadId: ThreadId,
  known: ThreadState | null,
  readEvents: () => readonly LogEvent[],
): ThreadOrDamage {
  try {
    return foldStored(threadId, known, readEvents());
  } catch (error) {
    if (error instanceof DamagedThreadError) return error;
    throw error;
  }
}

/** Folds threads from the rows of all their events. */
export async function loadThreads(
  threadIds: readonly ThreadId[],
  rows: readonly Columns[],
): Promise<[ThreadId, ThreadOrDamage][]> {
  const ofThread = Map.groupBy(rows, (row) => row.thread_id);
  const loaded: [ThreadId, ThreadOrDamage][] = [];
  for (const id of threadIds) loaded.push([id, await loadRows(id, ofThread.get(id) ?? [])]);
  return loaded;
}

async function loadRows(threadId: ThreadId, rows: readonly Columns[]): Promise<ThreadOrDamage> {
  try {
    return foldStored(threadId, null, await usableEvents(rows));
  } catch (error) {
    if (error instanceof DamagedThreadError) return error;
    throw error;
  }
}
