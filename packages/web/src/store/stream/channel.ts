import type { ThreadId } from '@retinue/protocol';
import type { Frame } from '../../api/frames.ts';
import { type Leadership, openLeadership } from './leadership.ts';

/** How the stream is: `quiet` before anybody has asked for it. */
export type Connection = 'quiet' | 'connecting' | 'live' | 'reconnecting' | 'offline';

/** What the tabs of a browser say to each other. */
export type TabMessage =
  /** A new leader wants to know who is there. */
  | { kind: 'who' }
  /** All that a tab watches, each from a position on, and how far it has all rows; null before it has any. */
  | { kind: 'watch'; tab: string; chats: [chatId: ThreadId, position: number][]; rowsPosition: number | null }
  | { kind: 'leave'; tab: string }
  /** Whether somebody looks at a tab. */
  | { kind: 'sight'; tab: string; isVisible: boolean }
  /** The leader has found that connections do not answer. */
  | { kind: 'silent' }
  /** A tab lacks a piece of a draft. */
  | { kind: 'again' }
  | { kind: 'frame'; frame: Frame }
  /** Also repeated from time to time, so that a leader that stands still is noticed. */
  | { kind: 'connection'; connection: Connection };

export interface Channel {
  readonly tab: string;
  say(note: TabMessage): void;
  hear(listener: (note: TabMessage) => void): void;
  /** Calls `begin` as soon as this tab is the one that speaks with the server, and `end` when another has taken over. */
  lead(begin: () => void, end: () => void): Leadership;
  /** The tabs that are still there; null when that can't be told. */
  present(): Promise<Set<string> | null>;
}

/**
 * One tab holds the stream for all of a browser, since HTTP/1.1 gives six connections. Where the browser can't tell the
 * tabs apart (a page that came over plain HTTP from another machine), each holds its own.
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
