import type { Chat, ThreadId } from '@retinue/protocol';
import type { Frame } from '../../api/frames.ts';
import { Loading } from '../stream/loading.ts';
import type { Topics } from '../topics.ts';

export interface ChatPage {
  results: Chat[];
  cursor: string | null;
  position: number;
}

/** Rows of the workspace's chats, updated by the stream. */
export class Chats {
  readonly #topics: Topics;
  readonly #fetch: (query: { cursor?: string; title?: string }) => Promise<ChatPage>;
  readonly #rows = new Map<ThreadId, Chat>();
  /** Deleted here, before the server confirms it. */
  readonly #gone = new Set<ThreadId>();
  /** Log position at which a chat was deleted: an older reply may still contain it. */
  readonly #goneAt = new Map<ThreadId, number>();
  readonly #loading: Loading;
  #position = 0;
  #isOtherLog = false;
  #list: readonly Chat[] = [];
  #cursor: string | null = null;
  #state: 'loading' | 'ready' | 'failed' = 'loading';

  constructor(fetchPage: (query: { cursor?: string; title?: string }) => Promise<ChatPage>, topics: Topics) {
    this.#fetch = fetchPage;
    this.#topics = topics;
    this.#loading = new Loading(() => this.#load());
  }

  get list(): readonly Chat[] {
    return this.#list;
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.#state;
  }

  get hasMore(): boolean {
    return this.#cursor !== null;
  }

  row(chatId: ThreadId): Chat | null {
    return this.#rows.get(chatId) ?? null;
  }

  /** Deleted, here or elsewhere. */
  isGone(chatId: ThreadId): boolean {
    return this.#gone.has(chatId) || (this.#goneAt.has(chatId) && !this.#rows.has(chatId));
  }

  /** Loads the list again, as far as it was loaded, and drops missing chats. Resolves with the log position. */
  async load(): Promise<number> {
    await this.#loading.again();
    return this.#position;
  }

  /** The server has another log: nothing known here is part of it. */
  async loadOther(): Promise<number> {
    this.#isOtherLog = true;
    return this.load();
  }

  async #load(): Promise<void> {
    try {
      const isOther = this.#isOtherLog;
      const wanted = this.#rows.size;
      const { position, ...first } = await this.#fetch({});
      let { results, cursor } = first;
      while (cursor !== null && results.length < wanted) {
        const next = await this.#fetch({ cursor });
        results = [...results, ...next.results];
        cursor = next.cursor;
      }
      if (isOther) this.#forgetAll();
      this.#replace(results, position);
      this.#cursor = cursor;
      this.#position = position;
      this.#state = 'ready';
      this.#changed();
    } catch (error) {
      this.#state = 'failed';
      this.#topics.tell('chats');
      throw error;
    }
  }

  #forgetAll(): void {
    this.#isOtherLog = false;
    this.#rows.clear();
    this.#goneAt.clear();
  }

  /** Keeps rows from the stream that are later in the log than the list. */
  #replace(results: readonly Chat[], position: number): void {
    const listed = new Set(results.map(({ chatId }) => chatId));
    for (const [chatId, row] of this.#rows) {
      if (!listed.has(chatId) && row.position <= position) this.#rows.delete(chatId);
    }
    for (const chat of results) this.#keep(chat);
  }

  async loadMore(): Promise<void> {
    const from = this.#cursor;
    if (from === null) return;
    const { results, cursor } = await this.#fetch({ cursor: from });
    if (this.#cursor === from) this.#cursor = cursor;
    for (const chat of results) this.#keep(chat);
    this.#changed();
  }

  /** Searches on the server for chats beyond the list. */
  async find(title: string): Promise<void> {
    if (this.#cursor === null) return;
    const { results } = await this.#fetch({ title });
    for (const chat of results) this.#keep(chat);
    this.#changed();
  }

  take({ body }: Extract<Frame, { name: 'chat' }>): void {
    if ('isGone' in body) this.#remove(body.chatId, body.position);
    else this.#keep(body);
    this.#changed();
  }

  /** Hides a chat at once, or shows it again if the server refuses. */
  setGone(chatId: ThreadId, isGone: boolean): void {
    if (isGone) this.#gone.add(chatId);
    else this.#gone.delete(chatId);
    this.#changed();
  }

  #remove(chatId: ThreadId, position: number): void {
    this.#rows.delete(chatId);
    this.#gone.delete(chatId);
    this.#goneAt.set(chatId, position);
    if (this.#goneAt.size > maxGone) this.#goneAt.delete(this.#goneAt.keys().next().value ?? chatId);
  }

  #keep(chat: Chat): void {
    if (chat.position <= (this.#goneAt.get(chat.chatId) ?? -1)) return;
    const known = this.#rows.get(chat.chatId);
    if (!known || known.position <= chat.position) this.#rows.set(chat.chatId, chat);
  }

  #changed(): void {
    const shown = [...this.#rows.values()].filter(({ chatId }) => !this.#gone.has(chatId));
    this.#list = shown.sort((left, right) => right.openedPosition - left.openedPosition);
    this.#topics.tell('chats');
  }
}

const maxGone = 1000;
