import type { DamageReason, ThreadId, WorkspaceId } from '@retinue/protocol';
import { damageText } from '@retinue/protocol';

/** One thread is unusable as it is stored. Every other thread of the store is usable. */
export class DamagedThreadError extends Error {
  override readonly name = 'DamagedThreadError';
  readonly threadId: ThreadId;
  /** The place in the thread, if one event is damaged. */
  readonly seq: number | null;
  readonly reason: DamageReason;

  constructor(threadId: ThreadId, seq: number | null, reason: DamageReason, cause?: unknown) {
    super(`Thread ${threadId} is damaged: ${damageText({ reason, seq })}.`, { cause });
    this.threadId = threadId;
    this.seq = seq;
    this.reason = reason;
  }
}

/** The result of a read, or null for a damaged thread: for callers that can continue without it. */
export async function soundOrNull<Found>(reading: Promise<Found>): Promise<Found | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DamagedThreadError) return null;
    throw error;
  }
}

/** A row of the log as it is stored. */
export interface StoredEvent {
  position: number;
  threadId: string;
  seq: number;
  type: string;
  at: number;
  actor: string;
  commandId: string | null;
  /** The packed data, whatever it is now. */
  data: string;
}

export interface StoredRange {
  workspaceId: WorkspaceId;
  rootId: ThreadId;
  /** A position. */
  after: number;
  limit: number;
}

/** A thread that can't be used as it is stored. It takes no step; its chat can be exported and deleted. */
export interface DamagedThread {
  threadId: ThreadId;
  rootId: ThreadId;
  /** The place of the damaged event, where one event is damaged. */
  seq: number | null;
  reason: DamageReason;
}

/** The damaged threads of a store, and the actions that are still possible on them. */
export interface ThreadDamage {
  /** Every thread that was found damaged and has not been readable since. */
  list(): Promise<DamagedThread[]>;
  /** Damaged sub-agents in chats that can continue, whose parents may still wait for them. */
  unsettled(): Promise<{ workspaceId: WorkspaceId; threadId: ThreadId }[]>;
  /** A damaged sub-agent whose parent was notified is not asked to work again. */
  settle(threadId: ThreadId): Promise<void>;
  /**
   * Deletes a chat that takes no more events, or restores it with null, by its row alone. False if the chat is missing,
   * or readable: then an event must record it.
   */
  hide(workspaceId: WorkspaceId, rootId: ThreadId, hiddenAt: number | null): Promise<boolean>;
  /** A page of the stored events of a chat, unparsed: the only way to save a damaged one. */
  readStored(range: StoredRange): Promise<StoredEvent[]>;
}
