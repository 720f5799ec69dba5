import type { DamageReason, ThreadId } from '@retinue/protocol';
import { damageText } from '@retinue/protocol';

/** One thread cannot be used as it is stored. Every other thread of the store can. */
export class DamagedThreadError extends Error {
  override readonly name = 'DamagedThreadError';
  readonly threadId: ThreadId;
  /** The place in the thread, where one event is to blame. */
  readonly seq: number | null;
  readonly reason: DamageReason;

  constructor(threadId: ThreadId, seq: number | null, reason: DamageReason, cause?: unknown) {
    super(`Thread ${threadId} is damaged: ${damageText({ reason, seq })}.`, { cause });
    this.threadId = threadId;
    this.seq = seq;
    this.reason = reason;
  }
}

/** What was read, or null for a damaged thread: for whoever can do without it. */
export async function soundOrNull<Found>(reading: Promise<Found>): Promise<Found | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DamagedThreadError) return null;
    throw error;
  }
}

/** A row of the log as it lies in the store. */
export interface StoredEvent {
  position: number;
  threadId: string;
  seq: number;
  type: string;
  at: number;
  actor: string;
  commandId: string | null;
  /** What was packed, whatever that is now. */
  data: string;
}
