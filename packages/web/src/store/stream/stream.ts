import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import { dropConnections, giveUpRequests } from '../../api/client.ts';
import { type Frame, type OpenFrames, openFrames } from '../../api/frames.ts';
import { momentOf, sinceMs } from '../../api/moments.ts';
import { type Channel, type Connection, openChannel, type TabMessage } from './channel.ts';
import type { Leadership } from './leadership.ts';
import { StreamPositions } from './stream-positions.ts';

export interface StreamListener {
  onFrame(frame: Frame): void;
  onConnection(connection: Connection): void;
  /** The connection failed several times: the sign-in may have ended. */
  onDoubt(): void;
}

interface OtherTab {
  chats: Map<ThreadId, number>;
  rowsPosition: number | null;
}

/**
 * The stream of a workspace, shared by all tabs of a browser. One leads: it holds the connection for everything that
 * any of them watches and repeats each frame to the others. A new tab makes it reconnect from that tab's position, so
 * that the drafts come in full; the folds of the other tabs skip the duplicates. A leader that is silent for too long
 * is replaced.
 */
export class Stream {
  readonly #workspaceId: WorkspaceId;
  readonly #listener: StreamListener;
  readonly #channel: Channel;
  readonly #watched = new Map<ThreadId, number>();
  readonly #others = new Map<string, OtherTab>();
  readonly #visible = new Set<string>();
  readonly #places = new StreamPositions();
  #connection: Connection = 'quiet';
  #leadership: Leadership | null = null;
  #isLeader = false;
  #ledAt = 0;
  #heardAt = momentOf();
  #open: OpenFrames | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** Whether all work is stopped, as last reported: the leader tells a new tab. */
  #stop: Frame | null = null;

  constructor(workspaceId: WorkspaceId, listener: StreamListener) {
    this.#workspaceId = workspaceId;
    this.#listener = listener;
    this.#channel = openChannel(`retinue ${workspaceId}`);
    this.#channel.hear((note) => this.#hear(note));
    this.#announce(); // Must come before the list of chats is requested, so that no later row is missed.
  }

  /** From a position of the log on; null if that is unknown: then from the end of the log. */
  begin(position: number | null): void {
    if (position !== null) this.#places.begin(position);
    this.#announce();
    const leadership = this.#channel.lead(
      () => this.#lead(),
      () => this.#follow(),
    );
    this.#leadership = leadership;
    setInterval(() => this.#check(), checkMs);
    addEventListener('online', () => this.#reconnectNow());
    addEventListener('offline', () => this.#isLeader && this.#tell('offline'));
    document.addEventListener('visibilitychange', () => this.#saySight());
    document.addEventListener('freeze', () => leadership.pause());
    document.addEventListener('resume', () => this.#wakeUp(leadership));
    addEventListener('pagehide', ({ persisted }) => {
      this.#channel.say({ kind: 'leave', tab: this.#channel.tab });
      if (persisted) leadership.pause();
    });
    addEventListener('pageshow', ({ persisted }) => persisted && this.#wakeUp(leadership));
  }

  watch(chatId: ThreadId, position: number): void {
    this.#watched.set(chatId, position);
    this.#places.addLate(chatId, position);
    this.#announce();
    if (this.#isLeader) this.#connectSoon(0);
  }

  unwatch(chatId: ThreadId): void {
    if (!this.#watched.delete(chatId)) return;
    if (!this.#isLeader) this.#places.removeLate(chatId);
    this.#announce();
  }

  /** A draft lacks a part: only a new connection brings it in full. */
  again(): void {
    if (this.#isLeader) this.#connectSoon(0);
    else this.#channel.say({ kind: 'again' });
  }

  /** No tab of this browser is visible, and this one gets everything first. */
  get isUnwatchedLeader(): boolean {
    return this.#isLeader && this.#visible.size === 0 && document.visibilityState === 'hidden';
  }

  #saySight(): void {
    const isVisible = document.visibilityState === 'visible';
    this.#channel.say({ kind: 'sight', tab: this.#channel.tab, isVisible });
    if (isVisible) this.#check();
  }

  #forget(tab: string): void {
    this.#others.delete(tab);
    this.#visible.delete(tab);
  }

  #announce(): void {
    const { rowsPosition } = this.#places;
    this.#channel.say({ kind: 'watch', tab: this.#channel.tab, chats: [...this.#watched], rowsPosition });
    this.#saySight();
  }

  #hear(note: TabMessage): void {
    if (note.kind === 'frame') this.#take(note.frame);
    else if (note.kind === 'connection') this.#set(note.connection);
    else if (note.kind === 'who') this.#announce();
    else if (note.kind === 'silent') giveUpRequests();
    else if (note.kind === 'leave') this.#forget(note.tab);
    else if (note.kind === 'sight') this.#visible[note.isVisible ? 'add' : 'delete'](note.tab);
    else if (note.kind === 'again') this.#isLeader && this.#connectSoon(0);
    else if (this.#isLeader) this.#takeIn(note);
    if (note.kind === 'frame' || note.kind === 'connection') this.#heardAt = momentOf();
  }

  #takeIn({ tab, chats, rowsPosition }: Extract<TabMessage, { kind: 'watch' }>): void {
    const before = this.#others.get(tab);
    this.#others.set(tab, { chats: new Map(chats), rowsPosition });
    this.#channel.say({ kind: 'connection', connection: this.#connection });
    if (this.#stop) this.#channel.say({ kind: 'frame', frame: this.#stop });
    const added = chats.filter(([chatId, position]) => before?.chats.get(chatId) !== position);
    for (const [chatId, position] of added) this.#places.addLate(chatId, position);
    const isBehind = (before?.rowsPosition ?? null) === null && this.#places.addLateRows(rowsPosition);
    if (added.length > 0 || isBehind) this.#connectSoon(20);
  }

  #lead(): void {
    this.#isLeader = true;
    this.#ledAt = performance.now();
    this.#channel.say({ kind: 'who' });
    this.#connectSoon(0);
  }

  /** Another tab has taken over, or this one is about to freeze. */
  #follow(): void {
    this.#isLeader = false;
    this.#heardAt = momentOf();
    clearTimeout(this.#timer);
    this.#open?.[Symbol.dispose]();
    this.#open = null;
    this.#others.clear();
  }

  /** This tab was frozen and may have missed messages of the others. */
  #wakeUp(leadership: Leadership): void {
    this.#listener.onFrame({ name: 'resync', body: {} });
    this.#announce();
    leadership.resume();
  }

  /** Timers of a hidden tab come late; the screen is checked as soon as it is visible. */
  #check(): void {
    if (this.#isLeader) {
      this.#open?.check();
      if (this.#others.size > 0) this.#channel.say({ kind: 'connection', connection: this.#connection });
      void this.#forgetGone();
    } else if (sinceMs(this.#heardAt) > maxSilenceMs) {
      this.#heardAt = momentOf();
      this.#leadership?.takeOver();
    }
  }

  async #forgetGone(): Promise<void> {
    const present = await this.#channel.present();
    for (const tab of this.#others.keys()) if (present && !present.has(tab)) this.#forget(tab);
  }

  #connectSoon(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), delayMs);
  }

  #reconnectNow(): void {
    if (this.#isLeader && this.#connection !== 'live') this.#connectSoon(0);
  }

  #connect(): void {
    this.#open?.[Symbol.dispose]();
    if (this.#connection !== 'live') this.#tell(this.#failures === 0 ? 'connecting' : 'reconnecting');
    const wanted = [...this.#watched.keys(), ...[...this.#others.values()].flatMap(({ chats }) => [...chats.keys()])];
    this.#open = openFrames({
      workspaceId: this.#workspaceId,
      chats: [...new Set(wanted)].slice(-maxChats),
      ...this.#places.connect(),
      onOpen: () => {
        this.#failures = 0;
        this.#tell('live');
      },
      onFrame: (frame) => {
        if (this.#isHeard()) this.#channel.say({ kind: 'frame', frame });
        this.#take(frame);
      },
      onLost: (isSilent) => this.#lost(isSilent),
    });
  }

  /**
   * Sixty pieces of text a second are not copied without a reader. Just after taking over, a leader does not know the
   * other tabs.
   */
  #isHeard(): boolean {
    return this.#others.size > 0 || performance.now() - this.#ledAt < whoMs;
  }

  #lost(isSilent: boolean): void {
    this.#failures += 1;
    this.#tell(navigator.onLine ? 'reconnecting' : 'offline');
    if (isSilent) {
      this.#drop();
      return;
    }
    if (this.#failures % 3 === 0) this.#listener.onDoubt();
    const backoffMs = Math.min(maxWaitMs, 400 * 2 ** Math.min(this.#failures, 6));
    this.#connectSoon(backoffMs * (0.7 + Math.random() * 0.6));
  }

  #drop(): void {
    this.#channel.say({ kind: 'silent' });
    void dropConnections().then(() => this.#isLeader && this.#connectSoon(0));
  }

  #take(frame: Frame): void {
    this.#places.take(frame);
    if (frame.name === 'stop') this.#stop = frame;
    this.#listener.onFrame(frame);
  }

  #tell(connection: Connection): void {
    this.#channel.say({ kind: 'connection', connection });
    this.#set(connection);
  }

  #set(connection: Connection): void {
    this.#connection = connection;
    this.#listener.onConnection(connection);
  }
}

const maxChats = 100;
const checkMs = 5000;
/** The leader repeats its state more often than that, and forwards a beat of the server every ten seconds. */
const maxSilenceMs = 25_000;
const whoMs = 10_000;
const maxWaitMs = 10_000;
