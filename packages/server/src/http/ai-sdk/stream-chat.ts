import type { LogEvent, ThreadId, TreeState, WorkspaceId } from '@retinue/protocol';
import { foldTree } from '@retinue/protocol';
import type { Live } from '../../ports/engine/live.ts';
import type { EventLog } from '../../ports/log/event-log.ts';
import type { Clock } from '../../ports/runtime/clock.ts';
import { isUnderWay, messagesBeforeAnswer, messagesBeforeWork } from './to-ui-messages.ts';
import type { UiMessageChunk } from './ui-message.ts';
import type { UiStream } from './ui-stream.ts';
import { createUiStream } from './ui-stream.ts';

export interface ChatToStream {
  log: EventLog;
  live: Live;
  clock: Clock;
  workspaceId: WorkspaceId;
  rootId: ThreadId;
  /** Ends the stream with an error, which clients treat as a lost connection. */
  signal: AbortSignal;
  /** False after a person's message: the answer to it. True: the running answer, from its start. */
  isResume: boolean;
}

export const uiMessageStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
} as const;

/**
 * A chat's answer as server-sent events, until the chat is at rest. Only reads cause work: changes in between are
 * folded, and the next read gets the difference. Closing the stream affects only the reader.
 */
export function streamChat(chat: ChatToStream): ReadableStream<Uint8Array> {
  const watch = new ChatWatch(chat);
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const news = await watch.next();
          if (news === null) return;
          controller.enqueue(new TextEncoder().encode(news.text));
          if (!news.isLast) return;
          watch.close();
          controller.close();
        } catch (error) {
          watch.close();
          throw error;
        }
      },
      cancel: () => watch.close(),
    },
    { highWaterMark: 0 },
  );
}

class ChatWatch {
  readonly #chat: ChatToStream;
  readonly #open = new DisposableStack();
  #tree: TreeState | null = null;
  #stream: UiStream | null = null;
  /** Events that arrived while the tree was being read. */
  #early: LogEvent[] = [];
  #isChanged = true;
  #isTakenBack = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #onChange: () => void = () => undefined;
  #onClose: () => void = () => undefined;

  constructor(chat: ChatToStream) {
    this.#chat = chat;
  }

  close(): void {
    this.#open.dispose();
    this.#onClose();
  }

  /** The next pieces, as soon as there are any; null when the reader has disconnected meanwhile. */
  async next(): Promise<{ text: string; isLast: boolean } | null> {
    const stream = this.#stream ?? (await this.#begin());
    const { clock, signal } = this.#chat;
    const quietAt = clock.monotonicMs() + keepAliveMs;
    while (true) {
      if (!stream.isHolding) await this.#untilChange(quietAt - clock.monotonicMs());
      await this.#pause(this.#lookedAt + pauseMs - clock.monotonicMs());
      if (this.#open.disposed) return null;
      signal.throwIfAborted();
      if (!this.#isChanged && clock.monotonicMs() >= quietAt) return { text: keepAliveText, isLast: false };
      // A client can only append; after a rewind it has to reload.
      if (this.#isTakenBack)
        return {
          text: `${encode([{ type: 'abort', reason: 'The chat was rewound. Load it again.' }])}data: [DONE]\n\n`,
          isLast: true,
        };
      const { chunks, isOver } = this.#update(stream);
      if (isOver) return { text: `${encode([...chunks, ...stream.end()])}data: [DONE]\n\n`, isLast: true };
      if (chunks.length > 0) return { text: encode(chunks), isLast: false };
    }
  }

  #update(stream: UiStream): { chunks: UiMessageChunk[]; isOver: boolean } {
    const { live, clock } = this.#chat;
    if (!this.#tree) return { chunks: [], isOver: true };
    this.#isChanged = false;
    this.#lookedAt = clock.monotonicMs();
    const chunks = stream.update(this.#tree, (threadId) => live.draft(threadId));
    return { chunks, isOver: stream.isSuperseded || !isUnderWay(this.#tree) };
  }

  /** Subscribes first and reads then, so that nothing is missed; duplicates are folded once. */
  async #begin(): Promise<UiStream> {
    const { log, live, clock, workspaceId, rootId, signal, isResume } = this.#chat;
    const onAbort = () => this.#onClose();
    signal.addEventListener('abort', onAbort);
    this.#open.defer(() => signal.removeEventListener('abort', onAbort));
    this.#open.use(log.subscribe(({ events }) => this.#take(events)));
    this.#open.use(
      live.subscribe(({ threadId }) => {
        if (threadId === rootId) this.#notice();
      }),
    );
    const tree = await log.tree(workspaceId, rootId);
    this.#tree = foldTree(tree, this.#early);
    this.#early = [];
    if (!this.#tree) throw new Error(`There is no chat ${rootId} in ${workspaceId}.`);
    const drafts = (threadId: ThreadId) => live.draft(threadId);
    const before = (isResume ? messagesBeforeWork : messagesBeforeAnswer)(this.#tree, drafts);
    this.#stream = createUiStream({ before, follows: isResume, now: () => clock.monotonicMs() });
    return this.#stream;
  }

  #take(events: readonly LogEvent[]): void {
    const own = events.filter(({ rootId }) => rootId === this.#chat.rootId);
    if (own.length === 0) return;
    if (this.#tree) {
      this.#isTakenBack ||= own.some(
        ({ type, threadId }) => type === 'thread.rewound' && threadId === this.#chat.rootId,
      );
      this.#tree = foldTree(this.#tree, own);
    } else this.#early.push(...own);
    this.#notice();
  }

  #notice(): void {
    this.#isChanged = true;
    this.#onChange();
  }

  async #untilChange(milliseconds: number): Promise<void> {
    if (this.#isChanged) return;
    await this.#pause(milliseconds, (resolve) => {
      this.#onChange = resolve;
    });
  }

  async #pause(milliseconds: number, also: (resolve: () => void) => void = () => undefined): Promise<void> {
    const { clock, signal } = this.#chat;
    if (milliseconds <= 0 || this.#open.disposed || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    using _timer = clock.after(milliseconds, resolve);
    this.#onClose = resolve;
    also(resolve);
    await promise;
  }
}

function encode(chunks: readonly UiMessageChunk[]): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
}

const pauseMs = 33;
const keepAliveMs = 15_000;
const keepAliveText = ': still here\n\n';
