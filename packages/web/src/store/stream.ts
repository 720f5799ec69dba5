import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import { type Frame, openFrames } from '../api/frames.ts';
import { type Channel, type Connection, type Note, openChannel } from './channel.ts';

export interface StreamListener {
  onFrame(frame: Frame): void;
  onConnection(connection: Connection): void;
  /** The connection failed several times: perhaps nobody is signed in any more. */
  onDoubt(): void;
}

/**
 * The stream of a workspace, shared by all tabs of a browser. One leads: it holds the connection for whatever any of them
 * watches and repeats each frame to the others. A tab that comes anew makes it connect again, from where that tab stands, so that
 * the drafts come in full; what the others then get twice their folds pass over.
 */
export class Stream {
  readonly #workspaceId: WorkspaceId;
  readonly #listener: StreamListener;
  readonly #channel: Channel;
  readonly #watched = new Map<ThreadId, number>();
  readonly #others = new Map<string, Map<ThreadId, number>>();
  readonly #visible = new Set<string>();
  /** The chats of the connection as it is: they have got everything up to the position. */
  #served = new Set<ThreadId>();
  #connection: Connection = 'quiet';
  #position: number | null = null;
  #isLeader = false;
  #ledAt = 0;
  #open: Disposable | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(workspaceId: WorkspaceId, listener: StreamListener) {
    this.#workspaceId = workspaceId;
    this.#listener = listener;
    this.#channel = openChannel(`retinue ${workspaceId}`);
    this.#channel.hear((note) => this.#hear(note));
    this.#announce(); // before the list of chats is asked for, so that no row after it is missed
  }

  /** From a position of the log on. */
  begin(position: number): void {
    this.#advance(position);
    this.#announce();
    this.#channel.lead(() => this.#lead());
    addEventListener('online', () => this.#reconnectNow());
    addEventListener('offline', () => this.#isLeader && this.#tell('offline'));
    document.addEventListener('visibilitychange', () => this.#saySight());
    addEventListener('pagehide', () => this.#channel.say({ kind: 'leave', tab: this.#channel.tab }));
    addEventListener('pageshow', ({ persisted }) => persisted && this.#announce());
  }

  watch(chatId: ThreadId, position: number): void {
    this.#watched.set(chatId, position);
    this.#announce();
    if (this.#isLeader) this.#connectSoon(0);
  }

  unwatch(chatId: ThreadId): void {
    if (this.#watched.delete(chatId)) this.#announce();
  }

  /** A draft has a hole in it: only a new connection brings it in full. */
  again(): void {
    if (this.#isLeader) this.#connectSoon(0);
    else this.#channel.say({ kind: 'again' });
  }

  /** Everything up to here has been heard of. */
  get position(): number {
    return this.#position ?? 0;
  }

  /** Nobody looks at any tab of this browser, and this is the one that hears of everything first. */
  get isUnwatchedLeader(): boolean {
    return this.#isLeader && this.#visible.size === 0 && document.visibilityState === 'hidden';
  }

  #saySight(): void {
    const isVisible = document.visibilityState === 'visible';
    this.#channel.say({ kind: 'sight', tab: this.#channel.tab, isVisible });
  }

  #forget(tab: string): void {
    this.#others.delete(tab);
    this.#visible.delete(tab);
  }

  #announce(): void {
    const chats = [...this.#watched];
    this.#channel.say({ kind: 'watch', tab: this.#channel.tab, chats });
    this.#saySight();
  }

  #hear(note: Note): void {
    if (note.kind === 'frame') this.#take(note.frame);
    else if (note.kind === 'connection') this.#set(note.connection);
    else if (note.kind === 'who') this.#announce();
    else if (note.kind === 'leave') this.#forget(note.tab);
    else if (note.kind === 'sight') this.#visible[note.isVisible ? 'add' : 'delete'](note.tab);
    else if (note.kind === 'again') this.#isLeader && this.#connectSoon(0);
    else if (this.#isLeader) this.#takeIn(note);
  }

  #takeIn({ tab, chats }: Extract<Note, { kind: 'watch' }>): void {
    const before = this.#others.get(tab);
    this.#others.set(tab, new Map(chats));
    this.#channel.say({ kind: 'connection', connection: this.#connection });
    if (chats.some(([chatId, position]) => before?.get(chatId) !== position)) this.#connectSoon(20);
  }

  #lead(): void {
    this.#isLeader = true;
    this.#ledAt = performance.now();
    this.#channel.say({ kind: 'who' });
    this.#connectSoon(0);
    setInterval(() => void this.#forgetGone(), goneMs);
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
    const wanted = [this.#watched, ...this.#others.values()].flatMap((chats) => [...chats]);
    const positions = wanted.filter(([chatId]) => !this.#served.has(chatId)).map(([, position]) => position);
    this.#served = new Set([...new Set(wanted.map(([chatId]) => chatId))].slice(-mostChats));
    this.#open = openFrames({
      workspaceId: this.#workspaceId,
      chats: [...this.#served],
      after: this.#position === null ? null : Math.min(this.#position, ...positions),
      onOpen: () => {
        this.#failures = 0;
        this.#tell('live');
      },
      onFrame: (frame) => {
        if (this.#isHeard()) this.#channel.say({ kind: 'frame', frame });
        this.#take(frame);
      },
      onLost: () => this.#lost(),
    });
  }

  /** Sixty pieces of text a second are not copied for nobody. Just after it took over, a leader does not know who is there. */
  #isHeard(): boolean {
    return this.#others.size > 0 || performance.now() - this.#ledAt < whoMs;
  }

  #lost(): void {
    this.#failures += 1;
    this.#tell(navigator.onLine ? 'reconnecting' : 'offline');
    if (this.#failures % 3 === 0) this.#listener.onDoubt();
    const backoffMs = Math.min(longestWaitMs, 400 * 2 ** Math.min(this.#failures, 6));
    this.#connectSoon(backoffMs * (0.7 + Math.random() * 0.6));
  }

  #take(frame: Frame): void {
    if (frame.name === 'event') this.#advance(frame.body.position);
    if (frame.name === 'resync' && frame.body.position !== undefined) {
      this.#position = frame.body.position;
    }
    this.#listener.onFrame(frame);
  }

  #advance(position: number): void {
    this.#position = Math.max(this.#position ?? 0, position);
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

const mostChats = 100;
const goneMs = 20_000;
const whoMs = 10_000;
const longestWaitMs = 10_000;
