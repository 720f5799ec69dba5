import type { EventType, LogEvent, ThreadId, WorkspaceId } from '@retinue/protocol';

/** Reads committed events by position, for the stream and for everything else that follows the log. */
export interface EventFeed {
  /** The last position that was committed. */
  head(): Promise<number>;
  /** Events of every workspace in a range of positions. */
  readStretch(stretch: Stretch): Promise<LogEvent[]>;
  /** Positions of the events of one chat's tree, in order. Reads an index only. */
  positionsOf(range: TreeRange): Promise<number[]>;
  /** Events at these positions that still exist, in order. */
  readAt(positions: readonly number[]): Promise<LogEvent[]>;
  /** Whether every event after one position and up to another still exists: a purge removes those of its chat. */
  isWhole(after: number, upTo: number): Promise<boolean>;
  /** A large result that an event names by its hash. */
  getBlob(hash: string): Promise<string | null>;
}

export interface TreeRange {
  rootId: ThreadId;
  after: number;
  upTo: number;
  limit: number;
}

export interface Stretch {
  after: number;
  upTo: number;
  types: readonly EventType[];
  /** Within one workspace only. */
  workspaceId?: WorkspaceId;
  limit: number;
}
