import type { ThreadId } from '@retinue/protocol';
import type { Frame } from '../../api/frames.ts';
import { type Leadership, openLeadership } from './leadership.ts';

/** State of the stream; `quiet` before it is requested. */
export type Connection = 'quiet' | 'connecting' | 'live' | 'reconnecting' | 'offline';

/** Messages between the tabs of a browser. */
export type TabMessage =
  /** A new leader asks for the other tabs. */
  | { kind: 'who' }
  /** The chats that a tab watches with their positions, and its position in the rows; null before it has any. */
  | { kind: 'watch'; tab: string; chats: [chatId: ThreadId, position: number][]; rowsPosition: number | null }
  | { kind: 'leave'; tab: string }
  /** Visibility of a tab. */
  | { kind: 'sight'; tab: string; isVisible: boolean }
  /** The leader found connections that do not respond. */
  | { kind: 'silent' }
  /** A tab missed a part of a draft. */
  | { kind: 'again' }
  | { kind: 'frame'; frame: Frame }
  /** Repeated regularly, so that a frozen leader is noticed. */
  | { kind: 'connection'; connection: Connection };

export interface Channel {
  readonly tab: string;
  say(note: TabMessage): void;
  hear(listener: (note: TabMessage) => void): void;
  /** Calls `begin` when this tab becomes the leader, and `end` when another takes over. */
  lead(begin: () => void, end: () => void): Leadership;
  /** Open tabs; null if unknown. */
  present(): Promise<Set<string> | null>;
}

/**
 * One tab holds the stream for all tabs of a browser, since HTTP/1.1 allows six connections. Without locks (a page over plain
 * HTTP from another machine), each tab holds its own.
 */
export function openChannel(name: string): Channel {
  const tab = crypto.getRandomValues(new Uint32Array(3)).join('-');
  if (typeof BroadcastChannel === 'undefined' || navigator.locks === undefined) return loneChannel(tab);
  const channel = new BroadcastChannel(name);
  const never = new Promise<void>(() => {});
  void navigator.locks.request(`${name} tab ${tab}`, () => never);
  return {
    tab,
    say: (note) => channel.postMessage(note),
    hear: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
    lead: (begin, end) => openLeadership(`${name} leader`, begin, end),
    present: async () => {
      const { held = [] } = await navigator.locks.query();
      const prefix = `${name} tab `;
      const names = held.map((lock) => lock.name ?? '').filter((lock) => lock.startsWith(prefix));
      return new Set(names.map((lock) => lock.slice(prefix.length)));
    },
  };
}

function loneChannel(tab: string): Channel {
  const lead = (begin: () => void, end: () => void) => {
    begin();
    return { takeOver: () => {}, pause: end, resume: begin };
  };
  return { tab, say: () => {}, hear: () => {}, lead, present: async () => null };
}
