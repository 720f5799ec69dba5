import type { AgentId, SearchKind, SearchPage, TaskId, ThreadId, WorkspaceId } from '@retinue/protocol';

/** Finds words in all threads. What was acknowledged before a question is looked at by it. */
export interface Search {
  find(workspaceId: WorkspaceId, wish: SearchWish): Promise<SearchPage>;
  /** These chats were purged. */
  forget(rootIds: readonly ThreadId[]): Promise<void>;
  /** Follows the log in the background from here on. */
  start(): void;
  close(): Promise<void>;
}

export interface SearchWish {
  words: string;
  limit: number;
  offset: number;
}

/**
 * Words and where they are, at some place behind the end of the log. It can be thrown away at any time: the log makes it
 * again.
 */
export interface SearchIndex {
  place(): Promise<IndexPlace>;
  /** All or nothing, if it still stands at `from`; false when somebody else has moved it meanwhile. */
  move(from: number, to: IndexPlace, changes: readonly IndexChange[]): Promise<boolean>;
  /** The best first; the newest of equally good ones. */
  find(workspaceId: WorkspaceId, query: SearchQuery, page: { limit: number; offset: number }): Promise<IndexHit[]>;
  /** Those that are there. */
  threads(threadIds: readonly ThreadId[]): Promise<IndexedThread[]>;
  hiddenChats(): Promise<{ workspaceId: WorkspaceId; rootId: ThreadId }[]>;
  forget(rootIds: readonly ThreadId[]): Promise<void>;
  /** Empty, at the beginning of the log. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** How far the log is in it, and which event was the last: another log is told apart by it. */
export interface IndexPlace {
  position: number;
  mark: string | null;
}

export interface IndexedThread {
  threadId: ThreadId;
  workspaceId: WorkspaceId;
  rootId: ThreadId;
  parentId: ThreadId | null;
  taskId: TaskId | null;
  title: string;
  agentId: AgentId;
  agentName: string;
}

/** A text that can be found, or a section of one that is long. */
export interface IndexEntry {
  position: number;
  section: number;
  threadId: ThreadId;
  rootId: ThreadId;
  seq: number;
  step: number | null;
  kind: SearchKind;
  at: number;
  /** Folded, in their order. */
  words: readonly string[];
}

export type IndexChange =
  | { type: 'thread'; thread: IndexedThread }
  | { type: 'entry'; entry: IndexEntry }
  /** The earlier title is not found any more. */
  | { type: 'renamed'; rootId: ThreadId; title: string }
  | { type: 'hidden'; rootId: ThreadId; isHidden: boolean }
  /** It goes on with another task. */
  | { type: 'reactivated'; threadId: ThreadId; taskId: TaskId }
  /** What this step wrote is for the model alone. */
  | { type: 'compacted'; rootId: ThreadId; threadId: ThreadId; step: number }
  /** Of what came before this position, only this is still seen. */
  | { type: 'rewound'; threadId: ThreadId; position: number; kept: KeptItems }
  | { type: 'forgotten'; rootId: ThreadId };

export interface KeptItems {
  messageSeqs: ReadonlySet<number>;
  steps: ReadonlySet<number>;
  childIds: ReadonlySet<ThreadId>;
}

export type IndexHit = Pick<IndexEntry, 'position' | 'section' | 'threadId' | 'rootId' | 'kind' | 'at'>;

/** Words in this order, one after the other. */
export interface SearchTerm {
  words: readonly string[];
  /** The last word may go on. */
  isOpen: boolean;
}

/** Every text that holds all of the first and none of the others. */
export interface SearchQuery {
  all: readonly SearchTerm[];
  none: readonly SearchTerm[];
}
