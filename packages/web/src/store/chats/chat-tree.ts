import type { CallId, Delta, Draft, Event, Item, TaskId, ThreadId, ThreadState, TreeState } from '@retinue/protocol';
import { fold, foldDraft, foldTree, isUnfinished } from '@retinue/protocol';
import { Loading } from '../stream/loading.ts';
import type { Topics } from '../topics.ts';
import { DraftThrottle } from './draft-throttle.ts';

/** A thread with the last of its items; `itemsBefore` stand before them and are fetched when they are looked for. */
export type LoadedThread = ThreadState & { itemsBefore?: number };

export interface TreeReply {
  rootId: ThreadId;
  position: number;
  threads: LoadedThread[];
}

export interface TreeSource {
  tree(threads: readonly ThreadId[]): Promise<TreeReply>;
  older(threadId: ThreadId, before: number): Promise<{ items: Item[]; from: number }>;
  /** The draft of a thread has a hole. */
  again(): void;
  /** Told of every time that the whole tree was fetched, or could not be. */
  onLoaded?(): void;
  onFailed?(error: unknown): void;
  /** Whether a failed fetch may go better later. */
  mayPass?(error: unknown): boolean;
}

/**
 * One chat's tree as it is known here: what was fetched, and the events since, through the protocol's own fold. Threads whose items
 * were not fetched are rows; opened, they are fetched whole, and events that came meanwhile are folded on top.
 */
export class ChatTree {
  readonly chatId: ThreadId;
  readonly #source: TreeSource;
  readonly #topics: Topics;
  readonly #drafts = new Map<ThreadId, Draft>();
  readonly #opened = new Set<ThreadId>();
  readonly #pace = new DraftThrottle((threadId) => this.#topics.tell(topicOf.draft(threadId)));
  readonly #loading: Loading;
  #tree: TreeState | null = null;
  /** Events that came while a reply was under way: they belong on top of it. */
  #sinceAsked: Event[] = [];
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

  /** Whether the thread's own items are here, rather than its row alone. */
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
    // The whole tree is tried again until it comes.
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

  /** Lets go of what was read back, once the person is at the end again: a long chat costs what is seen of it. */
  trim(threadId: ThreadId): void {
    const thread = this.thread(threadId);
    if (!thread || isUnfinished(thread.status) || thread.items.length <= mostItems) return;
    const dropped = thread.items.length - keptItems;
    this.#put({ ...thread, items: thread.items.slice(dropped), itemsBefore: (thread.itemsBefore ?? 0) + dropped });
  }

  take(events: readonly Event[]): void {
    if (this.#asked > 0) this.#sinceAsked.push(...events);
    if (!this.#tree) return;
    if (events.some((event) => this.#reachesBack(event))) {
      void this.#loading.again().catch(() => {});
      return;
    }
    try {
      this.#become(foldTree(this.#tree, events));
    } catch {
      // A gap: something was missed while nobody listened. A fetch that is under way joins these events, too.
      if (!this.#loading.isUnderWay) void this.#loading.again().catch(() => {});
    }
  }

  /**
   * A rewind to before what is loaded, or a late count for a step that is not: only the server knows what is left, or what
   * was guessed.
   */
  #reachesBack({ type, threadId, seq, data }: Event): boolean {
    const thread = this.thread(threadId);
    if (!thread?.itemsBefore || seq <= thread.seq) return false;
    if (type === 'usage.recorded') return !thread.items.some((item) => item.type === 'step' && item.step === data.step);
    return type === 'thread.rewound' && (thread.items[0]?.seq ?? Number.POSITIVE_INFINITY) > data.toSeq;
  }

  takeDelta(delta: Delta): void {
    const next = foldDraft(this.draft(delta.threadId), delta);
    if (next) {
      this.#drafts.set(delta.threadId, next);
      this.#pace.changed(delta.threadId);
    } else this.#source.again();
  }

  dispose(): void {
    this.#loading.stop();
    this.#pace.close();
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

/** Threads that were opened after the reply was made. */
function addBorn(threads: TreeState['threads'], events: readonly Event[]): void {
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

const mostItems = 90;
const keptItems = 60;
