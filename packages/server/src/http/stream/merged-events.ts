import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogEvent, ThreadId } from '@retinue/protocol';
import type { OpenedLog } from '../../ports/log/opened-log.ts';

/** Positions of one chat's events that are known and not read yet. */
interface ChatPositions {
  rootId: ThreadId;
  known: number[];
  /** Everything up to here has been requested. */
  asked: number;
  isComplete: boolean;
}

/**
 * Events of several chats in the order of their positions, up to one position of the log. Each chat is read by its
 * index from its own place on, numbers first and then the events of a page, so the cost follows the sent events and not
 * those of other chats. Yields to the event loop between slices.
 */
export class MergedEvents {
  /** Its end. */
  readonly upTo: number;
  readonly #log: Pick<OpenedLog, 'feed'>;
  readonly #chats: ChatPositions[];

  constructor(
    log: Pick<OpenedLog, 'feed'>,
    rootIds: Iterable<ThreadId>,
    { after, upTo }: { after: number; upTo: number },
  ) {
    this.#log = log;
    this.upTo = upTo;
    this.#chats = [...rootIds].map((rootId) => ({ rootId, known: [], asked: after, isComplete: false }));
  }

  /** Continues after this position. `end` is the last position of the result, whether or not there are events. */
  async next(after: number, limit: number): Promise<{ events: LogEvent[]; end: number }> {
    await nextTurn();
    let end = this.upTo;
    const positions: number[] = [];
    for (const [index, chat] of this.#chats.entries()) {
      if (index % chatsPerSlice === chatsPerSlice - 1) await nextTurn();
      await this.#ask(chat, after);
      if (!chat.isComplete) end = Math.min(end, chat.asked);
      // One more than fits, to detect a full page.
      positions.push(...chat.known.slice(0, limit + 1));
    }
    const page = positions.filter((position) => position <= end).sort((left, right) => left - right);
    if (page.length > limit) end = page[limit - 1] ?? end;
    return { events: await this.#log.feed.readAt(page.slice(0, limit)), end };
  }

  /** Requests more numbers of a chat only when the known ones have been read. */
  async #ask(chat: ChatPositions, after: number): Promise<void> {
    const unread = chat.known.findIndex((position) => position > after);
    chat.known = unread < 0 ? [] : chat.known.slice(unread);
    if (chat.known.length > 0 || chat.isComplete) return;
    const range = { rootId: chat.rootId, after: Math.max(chat.asked, after), upTo: this.upTo, limit: positionsAtOnce };
    chat.known = await this.#log.feed.positionsOf(range);
    chat.isComplete = chat.known.length < positionsAtOnce;
    chat.asked = chat.isComplete ? this.upTo : (chat.known.at(-1) ?? this.upTo);
  }
}

const positionsAtOnce = 200;
const chatsPerSlice = 20;
