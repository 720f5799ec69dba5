import type { CallId, Delta, Draft, Item, LogEvent, TaskId, ThreadId, ThreadState, TreeState } from '@retinue/protocol';
import { fold, foldDraft, foldTree, isUnfinished } from '@retinue/protocol';
import { Loading } from '../stream/loading.ts';
import type { Topics } from '../topics.ts';
import { DraftThrottle } from './draft-throttle.ts';

/** A thread with its last items; `itemsBefore` earlier ones are fetched on demand. */
export type LoadedThread = ThreadState & { itemsBefore?: number };

export interface TreeReply {
  rootId: ThreadId;
  position: number;
  threads: LoadedThread[];
}

export interface TreeSource {
  tree(threads: readonly ThreadId[]): Promise<TreeReply>;
  older(threadId: ThreadId, before: number): Promise<{ items: Item[]; from: number }>;
  /** A part of a draft is missing. */
  again(): void;
  /** Called after every load of the whole tree. */
  onLoaded?(): void;
  onFailed?(error: unknown): void;
  /** Whether a failed fetch is worth a retry. */
  mayPass?(error: unknown): boolean;
}

/**
 * One chat's tree: the fetched state and the events since, through the protocol's fold. A thread whose items were not fetched
 * is a row; once opened it is fetched, and events that came meanwhile are folded on top.
 */
export class ChatTree {
  readonly chatId: ThreadId;
  readonly #source: TreeSource;
  readonly #topics: Topics;
  readonly #drafts = new Map<ThreadId, Draft>();
  readonly #opened = new Set<ThreadId>();
  readonly #draftThrottle = new DraftThrottle((threadId) => this.#topics.tell(topicOf.draft(threadId)));
  readonly #loading: Loading;
  #tree: TreeState | null = null;
  /** Events that came during a request. */
  #sinceAsked: LogEvent[] = [];
  #asked = 0;

  constructor(chatId: ThreadId, source: TreeSource, topics: Topics) {
    this.chatId = chatId;
    this.#source = source;
    this.#topics = topics;
    this.#loading = new Loading(() => this.#loadWhole(), source.mayPass);
  }

  get tree(): TreeState | null {
    return this.#tree;
  }

  thread(threadId: ThreadId): LoadedThread | null {
    return this.#tree?.threads[threadId] ?? null;
  }

  draft(threadId: ThreadId): Draft | null {
    return this.#drafts.get(threadId) ?? null;
  }

  /** Whether the thread's items are loaded, not only its row. */
  isLoaded(threadId: ThreadId): boolean {
    const thread = this.thread(threadId);
    return thread !== null && (thread.items.length > 0 || (thread.itemsBefore ?? 0) === 0);
  }

  get isLoading(): boolean {
    return this.#loading.isUnderWay;
  }

  load(): Promise<void> {
    return this.#loading.again();
  }

  async #loadWhole(): Promise<void> {
    try {
      await this.#fetch([this.chatId, ...this.#opened], true);
      const late = [...this.#opened].filter((threadId) => this.thread(threadId) && !this.isLoaded(threadId));
      if (late.length > 0) await this.#fetch(late, false);
    } catch (error) {
      this.#source.onFailed?.(error);
      throw error;
    }
    this.#source.onLoaded?.();
  }

  async open(threadId: ThreadId): Promise<void> {
    this.#opened.add(threadId);
    if (!this.#tree || this.isLoaded(threadId)) return;
    // A load of the whole tree is retried until it succeeds.
    await this.#fetch([threadId], false).catch(() => this.#loading.again());
  }

  async loadOlder(threadId: ThreadId): Promise<void> {
    const before = this.thread(threadId)?.itemsBefore ?? 0;
    if (before === 0) return;
    const { items, from } = await this.#source.older(threadId, before);
    const thread = this.thread(threadId);
    if (thread?.itemsBefore !== before) return;
    this.#put({ ...thread, items: [...items, ...thread.items], itemsBefore: from });
  }

  /** Drops earlier items once the person is at the end again, so that a long chat costs what is visible. */
  trim(threadId: ThreadId): void {
    const thread = this.thread(threadId);
    if (!thread || isUnfinished(thread.status) || thread.items.length <= maxItems) return;
    const dropped = thread.items.length - keptItems;
    this.#put({ ...thread, items: thread.items.slice(dropped), itemsBefore: (thread.itemsBefore ?? 0) + dropped });
  }

  take(events: readonly LogEvent[]): void {
    if (this.#asked > 0) this.#sinceAsked.push(...events);
    if (!this.#tree) return;
    if (events.some((event) => this.#reachesBack(event))) {
      void this.#loading.again().catch(() => {});
      return;
    }
    try {
      this.#become(foldTree(this.#tree, events));
    } catch {
      // A gap: events were missed. A running load includes them.
      if (!this.#loading.isUnderWay) void this.#loading.again().catch(() => {});
    }
  }

  /** A rewind to before the loaded items, or late usage of a step that is not loaded: only the server knows the result. */
  #reachesBack({ type, threadId, seq, data }: LogEvent): boolean {
    const thread = this.thread(threadId);
    if (!thread?.itemsBefore || seq <= thread.seq) return false;
    if (type === 'usage.recorded') return !thread.items.some((item) => item.type === 'step' && item.step === data.step);
    return type === 'thread.rewound' && (thread.items[0]?.seq ?? Number.POSITIVE_INFINITY) > data.toSeq;
  }

  takeDelta(delta: Delta): void {
    const next = foldDraft(this.draft(delta.threadId), delta);
    if (next) {
      this.#drafts.set(delta.threadId, next);
      this.#draftThrottle.changed(delta.threadId);
    } else this.#source.again();
  }

  dispose(): void {
    this.#loading.stop();
    this.#draftThrottle.close();
  }

  async #fetch(threads: readonly ThreadId[], isWhole: boolean): Promise<void> {
    this.#asked += 1;
    try {
      const reply = await this.#source.tree(threads);
      this.#join(reply, isWhole ? null : new Set(threads));
    } finally {
      this.#asked -= 1;
      if (this.#asked === 0) this.#sinceAsked = [];
    }
  }

  #join(reply: TreeReply, only: ReadonlySet<ThreadId> | null): void {
    const fetched = reply.threads.filter(({ threadId }) => !only || only.has(threadId));
    const threads: TreeState['threads'] = only ? { ...this.#tree?.threads } : {};
    for (const thread of fetched) {
      const since = this.#sinceAsked.filter((event) => event.threadId === thread.threadId);
      threads[thread.threadId] = fold(thread, since) ?? thread;
    }
    if (!only) addBorn(threads, this.#sinceAsked);
    const position = Math.max(this.#tree?.position ?? 0, reply.position, this.#sinceAsked.at(-1)?.position ?? 0);
    this.#become({ rootId: reply.rootId, position, threads });
  }

  #put(thread: LoadedThread): void {
    if (this.#tree) this.#become({ ...this.#tree, threads: { ...this.#tree.threads, [thread.threadId]: thread } });
  }

  #become(next: TreeState | null): void {
    const before = this.#tree;
    this.#tree = next;
    if (!next) return;
    const branches = new Set<ThreadId>();
    for (const thread of Object.values(next.threads)) {
      if (before?.threads[thread.threadId] === thread) continue;
      this.#topics.tell(topicOf.thread(thread.threadId));
      for (let up: ThreadState | undefined = thread; up && !branches.has(up.threadId); ) {
        branches.add(up.threadId);
        up = up.parent ? next.threads[up.parent.threadId] : undefined;
      }
    }
    for (const threadId of branches) this.#topics.tell(topicOf.branch(threadId));
    this.#topics.tell(topicOf.tree(this.chatId));
  }
}

/** Adds threads that were opened after the reply. */
function addBorn(threads: TreeState['threads'], events: readonly LogEvent[]): void {
  for (const [threadId, ofThread] of Map.groupBy(events, (event) => event.threadId)) {
    if (threads[threadId] || ofThread[0]?.type !== 'thread.opened') continue;
    const born = fold(null, ofThread);
    if (born) threads[threadId] = born;
  }
}

export const topicOf = {
  tree: (chatId: ThreadId) => `tree ${chatId}`,
  thread: (threadId: ThreadId) => `thread ${threadId}`,
  branch: (threadId: ThreadId) => `branch ${threadId}`,
  draft: (threadId: ThreadId) => `draft ${threadId}`,
  opened: (key: CallId | TaskId | string) => `opened ${key}`,
};

const maxItems = 90;
const keptItems = 60;
