import { ApiError, type ThreadId } from '@retinue/protocol';
import { errorMessage } from '../outcome.ts';
import type { Topics } from '../topics.ts';
import { ChatTree, type TreeSource, topicOf } from './chat-tree.ts';

/** The reason why a chat's tree could not be loaded. */
export interface TreeProblem {
  message: string;
  isMissing: boolean;
  isDamaged: boolean;
}

interface Watched {
  tree: ChatTree;
  watchers: number;
  problem: TreeProblem | null;
}

interface WatchedTreesOptions {
  source: (chatId: ThreadId) => TreeSource;
  topics: Topics;
  onLoaded: (chatId: ThreadId, position: number) => void;
  onForgotten: (chatId: ThreadId) => void;
}

/** The trees of the chats that are drawn somewhere in this tab. */
export class WatchedTrees {
  readonly #options: WatchedTreesOptions;
  readonly #watched = new Map<ThreadId, Watched>();

  constructor(options: WatchedTreesOptions) {
    this.#options = options;
  }

  tree(chatId: ThreadId): ChatTree | null {
    return this.#watched.get(chatId)?.tree ?? null;
  }

  problem(chatId: ThreadId): TreeProblem | null {
    return this.#watched.get(chatId)?.problem ?? null;
  }

  /** Keeps a chat's tree live for as long as it is drawn somewhere. */
  watch(chatId: ThreadId): () => void {
    const known = this.#watched.get(chatId);
    const watched = known ?? { tree: this.#openTree(chatId), watchers: 0, problem: null };
    watched.watchers += 1;
    if (!known) {
      this.#watched.set(chatId, watched);
      void this.load(chatId);
    }
    return () => {
      watched.watchers -= 1;
      setTimeout(() => watched.watchers === 0 && this.#forget(chatId), lingerMs);
    };
  }

  async load(chatId: ThreadId): Promise<void> {
    const watched = this.#watched.get(chatId);
    if (!watched) return;
    await watched.tree.load().catch(() => {});
  }

  loadAll(): void {
    for (const chatId of this.#watched.keys()) void this.load(chatId);
  }

  /** After the list was reloaded: a chat that is not in it may be deleted, and a missing one may be back. */
  compareWithList(isListed: (chatId: ThreadId) => boolean): void {
    for (const [chatId, { problem }] of this.#watched) {
      if (!isListed(chatId) || problem?.isMissing) void this.load(chatId);
    }
  }

  /** After a chat's row has arrived: a missing chat is back. `isNew` if it had no row before. */
  takeRow(chatId: ThreadId, isNew: boolean): void {
    const watched = this.#watched.get(chatId);
    // A running load may have started while the chat was deleted.
    if (watched?.problem?.isMissing || (isNew && watched?.tree.isLoading)) void this.load(chatId);
  }

  #openTree(chatId: ThreadId): ChatTree {
    const source: TreeSource = {
      ...this.#options.source(chatId),
      onLoaded: () => this.#loaded(chatId, tree),
      onFailed: (error) => this.#failed(chatId, tree, error),
      mayPass: (error) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429,
    };
    const tree: ChatTree = new ChatTree(chatId, source, this.#options.topics);
    return tree;
  }

  #loaded(chatId: ThreadId, tree: ChatTree): void {
    const watched = this.#watched.get(chatId);
    if (watched?.tree !== tree) return; // The page left it before its tree arrived.
    watched.problem = null;
    this.#options.onLoaded(chatId, tree.tree?.position ?? 0);
    this.#options.topics.tell(topicOf.tree(chatId));
  }

  #failed(chatId: ThreadId, tree: ChatTree, error: unknown): void {
    const watched = this.#watched.get(chatId);
    if (watched?.tree !== tree) return;
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
    const isDamaged = error instanceof ApiError && error.code === 'chat-damaged';
    watched.problem = { message: errorMessage(error), isMissing, isDamaged };
    this.#options.topics.tell(topicOf.tree(chatId));
  }

  #forget(chatId: ThreadId): void {
    const watched = this.#watched.get(chatId);
    if (!watched || watched.watchers > 0) return;
    watched.tree.dispose();
    this.#watched.delete(chatId);
    this.#options.onForgotten(chatId);
  }
}

const lingerMs = 1000;
