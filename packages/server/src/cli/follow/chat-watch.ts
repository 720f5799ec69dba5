import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Draft, LogEvent, Routes, ThreadId, TreeState } from '@retinue/protocol';
import { ApiError, foldDraft, foldTree, localWorkspaceId } from '@retinue/protocol';
import type { ApiConnection } from '../connection/connect.ts';
import { allPages } from '../connection/find-id.ts';
import { ServerGone } from '../connection/find-server.ts';
import type { StreamMessage } from '../connection/read-stream.ts';
import type { AskedQuestion, Progress } from './progress.ts';
import { progressOf, questionsIn } from './progress.ts';

/** Keeps the trees of some chats up to date through the stream. */
export class ChatWatch implements Disposable {
  readonly #connection: ApiConnection;
  readonly #chatIds: readonly ThreadId[];
  readonly #trees = new Map<ThreadId, TreeState>();
  readonly #drafts = new Map<ThreadId, Draft>();
  readonly #closing = new AbortController();
  /** Events of a commit that has not arrived in full. */
  #pending: LogEvent[] = [];
  #moved = Promise.withResolvers<void>();
  /** Gets every event that is new to a tree, in order of position. */
  onEvents: (events: readonly LogEvent[]) => void = () => {};

  constructor(connection: ApiConnection, chatIds: readonly ThreadId[]) {
    this.#connection = connection;
    this.#chatIds = chatIds;
  }

  get trees(): TreeState[] {
    return [...this.#trees.values()];
  }

  tree(chatId: ThreadId): TreeState | null {
    return this.#trees.get(chatId) ?? null;
  }

  /** The text that a thread is writing. */
  readonly draftOf = (threadId: ThreadId): Draft | null => this.#drafts.get(threadId) ?? null;

  get progress(): Progress {
    const all = this.trees.map(progressOf);
    return (['working', 'asking', 'stuck'] as const).find((one) => all.includes(one)) ?? 'settled';
  }

  get questions(): AskedQuestion[] {
    return this.trees.flatMap(questionsIn);
  }

  /** Resolves with the next change. */
  moved(): Promise<void> {
    return this.#moved.promise;
  }

  /** Reads the trees as they are. Their events so far are not reported. */
  async load(): Promise<void> {
    for (const chatId of this.#chatIds) this.#trees.set(chatId, await fetchTree(this.#connection.client, chatId));
  }

  /** Reads everything that is committed by now. */
  async catchUp(): Promise<void> {
    const events: LogEvent[] = [];
    for (const chatId of this.#chatIds) {
      const params = { workspaceId: localWorkspaceId, chatId };
      const start = String(this.tree(chatId)?.position ?? 0);
      const page = (after: string | null) =>
        this.#connection.client.listEvents({ params, query: { after: after ?? start } });
      for await (const event of allPages(page)) events.push(event);
    }
    this.#take(events, true);
  }

  /** Follows the stream until this is disposed. Throws when the server stays away. */
  async listen(): Promise<void> {
    const groups = Math.ceil(this.#chatIds.length / maxChats);
    await Promise.all(
      Array.from({ length: groups }, (_, group) =>
        this.#listenTo(this.#chatIds.slice(group * maxChats, (group + 1) * maxChats)),
      ),
    );
  }

  async #listenTo(chats: readonly ThreadId[]): Promise<void> {
    const { signal } = this.#closing;
    let receivedAt = performance.now();
    while (!signal.aborted) {
      try {
        const after = Math.min(...chats.map((chatId) => this.tree(chatId)?.position ?? 0));
        for await (const messages of this.#connection.stream({ chats, after }, signal)) {
          receivedAt = performance.now();
          this.#receive(messages);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!isOutage(error) || performance.now() - receivedAt > maxOutageMs) throw error;
      }
      await delay(reconnectMs, undefined, { signal }).catch(() => {});
    }
  }

  #receive(messages: readonly StreamMessage[]): void {
    for (const { type, body } of messages) {
      if (type === 'event') {
        if (endsDraft.has(body.type)) this.#drafts.delete(body.threadId);
        continue;
      }
      const draft = foldDraft(this.draftOf(body.threadId), body);
      if (draft) this.#drafts.set(body.threadId, draft);
    }
    this.#take(
      messages.flatMap(({ type, body }) => (type === 'event' ? [body] : [])),
      false,
    );
  }

  /** Takes what is new. A chunk of the stream may end inside a commit: a task without its thread waits for the rest. */
  #take(received: readonly LogEvent[], isWhole: boolean): void {
    const known = new Map([...this.#pending, ...received].map((event) => [event.position, event]));
    const events = [...known.values()]
      .filter(({ rootId, position }) => position > (this.tree(rootId)?.position ?? 0))
      .sort((left, right) => left.position - right.position);
    const trees = new Map<ThreadId, TreeState>();
    for (const [rootId, ofRoot] of Map.groupBy(events, (event) => event.rootId)) {
      const tree = foldTree(this.tree(rootId), ofRoot);
      if (tree) trees.set(rootId, tree);
    }
    this.#pending = isWhole || events.every((event) => hasThread(trees, event)) ? [] : events;
    if (events.length === 0 || this.#pending.length > 0) return;
    for (const [rootId, tree] of trees) this.#trees.set(rootId, tree);
    this.onEvents(events);
    this.#moved.resolve();
    this.#moved = Promise.withResolvers<void>();
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
  }
}

/** A chat's tree, with the items of all its threads or of one. */
export async function fetchTree(client: Client<Routes>, chatId: ThreadId, threads = 'all'): Promise<TreeState> {
  const params = { workspaceId: localWorkspaceId, chatId };
  const tree = await client.getTree({ params, query: { threads, items: '999999' } });
  const entries = tree.threads.map(({ itemsBefore: _, ...thread }) => [thread.threadId, thread]);
  return { ...tree, threads: Object.fromEntries(entries) };
}

function hasThread(trees: ReadonlyMap<ThreadId, TreeState>, { type, rootId, data }: LogEvent): boolean {
  return type !== 'task.opened' || trees.get(rootId)?.threads[data.childThreadId] !== undefined;
}

/** A connection that can't be made, or that breaks, is a `TypeError` of `fetch`. */
function isOutage(error: unknown): boolean {
  return error instanceof ApiError ? error.status >= 500 : error instanceof ServerGone || error instanceof TypeError;
}

const endsDraft = new Set<LogEvent['type']>([
  'step.ended',
  'step.cut',
  'thread.ended',
  'thread.cancelled',
  'thread.rewound',
  'thread.recovered',
]);
/** A stream takes so many chats. */
const maxChats = 100;
const maxOutageMs = 3000;
const reconnectMs = 250;
