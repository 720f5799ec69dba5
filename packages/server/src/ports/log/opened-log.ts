import type { LogEvent, ThreadId, ThreadState } from '@retinue/protocol';
import type { ThreadDamage } from './damage.ts';
import type { EventFeed } from './event-feed.ts';
import type { AppendResult, EventLog, Header } from './event-log.ts';
import type { ReadModels } from './read-models.ts';
import type { Records } from './records.ts';

/** Everything that an open store offers. Callers take the ports that they need. */
export interface OpenedLog extends EventLog, LogMaintenance {
  readonly feed: EventFeed;
  readonly readModels: ReadModels;
  readonly records: Records;
  readonly damage: ThreadDamage;
}

/** Imports, removals and the state of the store. */
export interface LogMaintenance {
  /**
   * Writes a part of a chat that is being imported. Its first event hides the chat; subscribers get only the last part,
   * which shows it. The events keep their numbers and times; the log gives them positions.
   */
  stage<Reply>(header: Header, part: StagedPart, reply: Reply): Promise<AppendResult<Reply>>;
  /** Removes a chat whose import failed, at once. */
  discardStaged(rootId: ThreadId): Promise<void>;
  /**
   * Removes for good every chat that has been hidden for this long, one transaction each: events, rows, and the blobs
   * that no other chat names. Nothing can be appended to its threads afterwards. Returns the chats.
   */
  purge(hiddenForMs: number): Promise<ThreadId[]>;
  /** Removes the replies to requests with a key that are too old to be given again, some at a time. */
  sweepRequests(): Promise<void>;
  /** Whether the store takes a write now. Throws if it can't be reached. */
  canWrite(): Promise<boolean>;
  close(): Promise<void>;
}

export interface StagedPart {
  events: readonly LogEvent[];
  /** Every thread of the chat after these events, with as much of each as its rows need. */
  states: ReadonlyMap<ThreadId, ThreadState>;
  isLast: boolean;
}
