import type { AgentId, SearchKind, SearchPage, TaskId, ThreadId, WorkspaceId } from '@retinue/protocol';

/** Searches text in all threads. Everything that was acknowledged before the search is included. */
export interface Search {
  find(workspaceId: WorkspaceId, request: SearchRequest): Promise<SearchPage>;
  /** These chats were purged. */
  forget(rootIds: readonly ThreadId[]): Promise<void>;
  /** Follows the log in the background from here on. */
  start(): void;
  close(): Promise<void>;
}

export interface SearchRequest {
  text: string;
  limit: number;
  offset: number;
}

/**
 * Words and their places, at some position behind the end of the log. It can be deleted at any time: the log rebuilds
 * it.
 */
export interface SearchIndex {
  place(): Promise<IndexPlace>;
  /** All or nothing, if it is still at `from`; false when another process has moved it meanwhile. */
  move(from: number, to: IndexPlace, changes: readonly IndexChange[]): Promise<boolean>;
  /** The best first; among equal ones the newest. */
  find(workspaceId: WorkspaceId, query: SearchQuery, page: { limit: number; offset: number }): Promise<IndexHit[]>;
  /** Those that exist. */
  threads(threadIds: readonly ThreadId[]): Promise<IndexedThread[]>;
  hiddenChats(): Promise<{ workspaceId: WorkspaceId; rootId: ThreadId }[]>;
  forget(rootIds: readonly ThreadId[]): Promise<void>;
  /** Empty, at the beginning of the log. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Position of the log in the index, and its last event: identifies another log. */
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
  /** The earlier title is no longer found. */
  | { type: 'renamed'; rootId: ThreadId; title: string }
  | { type: 'hidden'; rootId: ThreadId; isHidden: boolean }
  /** The child is reactivated with another task. */
  | { type: 'reactivated'; threadId: ThreadId; taskId: TaskId }
  /** The output of this step is for the model alone. */
  | { type: 'compacted'; rootId: ThreadId; threadId: ThreadId; step: number }
  /** From before this position, only these texts are still visible. */
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
  /** The last word may be a prefix. */
  isOpen: boolean;
}

/** Every text that holds all of the first and none of the others. */
export interface SearchQuery {
  all: readonly SearchTerm[];
  none: readonly SearchTerm[];
}
