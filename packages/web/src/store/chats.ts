import type { Chat, ThreadId } from '@retinue/protocol';
import type { Frame } from '../api/frames.ts';
import type { Topics } from './topics.ts';

export interface ChatPage {
  results: Chat[];
  cursor: string | null;
  position: number;
}

/** The chats of a workspace, as rows; each changes by itself as its row comes over the stream. */
export class Chats {
  readonly #topics: Topics;
  readonly #fetch: (query: { cursor?: string; title?: string }) => Promise<ChatPage>;
  readonly #rows = new Map<ThreadId, Chat>();
  readonly #gone = new Set<ThreadId>();
  #list: readonly Chat[] = [];
  #cursor: string | null = null;
  #state: 'loading' | 'ready' | 'failed' = 'loading';

  constructor(fetchPage: (query: { cursor?: string; title?: string }) => Promise<ChatPage>, topics: Topics) {
    this.#fetch = fetchPage;
    this.#topics = topics;
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

  /** Where the log stood when the list was made. */
  async load(): Promise<number> {
    try {
      const { results, cursor, position } = await this.#fetch({});
      this.#cursor = cursor;
      this.#state = 'ready';
      for (const chat of results) this.#keep(chat);
      this.#changed();
      return position;
    } catch (error) {
      this.#state = 'failed';
      this.#topics.tell('chats');
      throw error;
    }
  }

  async loadMore(): Promise<void> {
    if (this.#cursor === null) return;
    const { results, cursor } = await this.#fetch({ cursor: this.#cursor });
    this.#cursor = cursor;
    for (const chat of results) this.#keep(chat);
    this.#changed();
  }

  /** Chats beyond those that are listed are found by the server. */
  async find(title: string): Promise<void> {
    if (this.#cursor === null) return;
    const { results } = await this.#fetch({ title });
    for (const chat of results) this.#keep(chat);
    this.#changed();
  }

  take({ body }: Extract<Frame, { name: 'chat' }>): void {
    if ('isGone' in body) this.#rows.delete(body.chatId);
    else this.#keep(body);
    this.#changed();
    this.#topics.tell(`chat ${body.chatId}`);
  }

  /** Out of sight at once; back if the server says no. */
  setGone(chatId: ThreadId, isGone: boolean): void {
    if (isGone) this.#gone.add(chatId);
    else this.#gone.delete(chatId);
    this.#changed();
  }

  /** What a person has just asked for, before the stream tells it. */
  put(chat: Chat): void {
    this.#rows.set(chat.chatId, chat);
    this.#changed();
    this.#topics.tell(`chat ${chat.chatId}`);
  }

  #keep(chat: Chat): void {
    const known = this.#rows.get(chat.chatId);
    if (!known || known.updatedAt <= chat.updatedAt) this.#rows.set(chat.chatId, chat);
  }

  #changed(): void {
    const shown = [...this.#rows.values()].filter(({ chatId }) => !this.#gone.has(chatId));
    this.#list = shown.sort((left, right) => right.openedAt - left.openedAt);
    this.#topics.tell('chats');
  }
}
