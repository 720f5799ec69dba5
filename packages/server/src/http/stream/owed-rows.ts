import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import type { Clock } from '../../ports/runtime/clock.ts';
import type { QuestionKey } from './question-frames.ts';
import type { RecentChanges } from './recent-changes.ts';
import { leftOf } from './send-rate.ts';
import { reloadFrame, writeFrame } from './shared-pieces.ts';
import type { Tail } from './tail.ts';

/**
 * Pending chat rows and questions of one reader. They come after the events that changed them, so the reader has a second
 * place in the log: every change up to `position` has been sent. The reader gets that place and reconnects with it, and
 * later changes are looked up, however long it was away.
 */
export class OwedRows {
  readonly #tail: Tail;
  readonly #clock: Clock;
  readonly #workspaceId: WorkspaceId;
  readonly #chats: Owed<ThreadId>;
  readonly #questions: Owed<QuestionKey>;
  /** A reader that does not say which rows it has may lack those of the last seconds. */
  readonly #isUnsure: boolean;
  #position: number;
  /** Every change up to here is owed, or has been sent. */
  #found: number;
  /** Time at which rows were sent, and until which none are due. */
  #sentAt = 0;
  #restMs = 0;

  constructor(
    { tail, clock }: { tail: Tail; clock: Clock },
    { workspaceId, after, rowsAfter }: { workspaceId: WorkspaceId; after: number | null; rowsAfter: number | null },
  ) {
    this.#tail = tail;
    this.#clock = clock;
    this.#workspaceId = workspaceId;
    this.#chats = new Owed(tail.chats, workspaceId);
    this.#questions = new Owed(tail.questions, workspaceId);
    this.#isUnsure = rowsAfter === null;
    this.#position = rowsAfter ?? after ?? tail.head;
    this.#found = this.#position;
  }

  /** Every change up to here has been sent. */
  get position(): number {
    return this.#position;
  }

  get hasAny(): boolean {
    return this.#chats.hasAny || this.#questions.hasAny;
  }

  get hasQuestions(): boolean {
    return this.#questions.hasAny;
  }

  /** Time until the next are due. Questions are due at once. */
  get leftMs(): number {
    return this.#questions.hasAny ? 0 : this.#rowsLeftMs;
  }

  get #rowsLeftMs(): number {
    return leftOf(this.#restMs, this.#sentAt, this.#clock.monotonicMs());
  }

  onChats(): void {
    this.#chats.hasChanges = true;
  }

  onQuestions(): void {
    this.#questions.hasChanges = true;
  }

  /** Looks up the changes while the reader was away. The result is sent at once. */
  async join(): Promise<string> {
    const { head } = this.#tail;
    if (this.#isUnsure) {
      this.#chats.add(this.#tail.chats.lately(this.#workspaceId));
      this.#questions.add(this.#tail.questions.lately(this.#workspaceId));
    }
    if (this.#position > head || head - this.#position > maxBehind) return this.reload();
    const changes = await this.#tail.changesSince(this.#workspaceId, this.#position, maxChats + 1);
    if (!changes || changes.chats.size > maxChats || changes.questions.size > maxQuestions) return this.reload();
    this.#chats.add(changes.chats);
    this.#questions.add(changes.questions);
    this.#found = head;
    this.#advance();
    return '';
  }

  /** Some of them, and the position up to which the reader has them all, if it has risen. */
  async next(cursor: number): Promise<string> {
    const areFound = [this.#chats.find(), this.#questions.find()];
    if (areFound.includes(false)) return this.reload();
    this.#found = Math.max(this.#found, this.#tail.head);
    const questions = this.#questions.take(maxChats).map((key) => this.#tail.question(this.#workspaceId, key));
    const rows = this.#chats.isFound && this.#rowsLeftMs === 0 ? this.#nextRows() : [];
    const frames = (await Promise.all([...questions, ...rows])).join('');
    return this.#advance() ? frames + this.beat(cursor) : frames;
  }

  #nextRows(): Promise<string>[] {
    const changed = this.#chats.take(maxChats);
    this.#sentAt = this.#clock.monotonicMs();
    this.#restMs = Math.max(minRestMs, changed.length * rowMs);
    return changed.map((rootId) => {
      const { frame, isStale } = this.#tail.row(this.#workspaceId, rootId);
      if (isStale) this.#chats.add([rootId]);
      return frame;
    });
  }

  /**
   * Tells the reader that the server is alive, the positions up to which it has all events and all rows, and the
   * server's time.
   */
  beat(position: number): string {
    if (!this.hasAny) this.#position = Math.max(this.#position, this.#tail.head);
    return writeFrame('beat', { position, rowsPosition: this.#position, now: this.#clock.now() });
  }

  /** The changes can't be listed: the reader must load the lists. */
  reload(): string {
    this.#chats.clear();
    this.#questions.clear();
    this.#position = this.#found = this.#tail.head;
    return reloadFrame;
  }

  #advance(): boolean {
    const isFurther = !this.#chats.isFound && !this.#questions.isFound && this.#found > this.#position;
    if (isFurther) this.#position = this.#found;
    return isFurther;
  }
}

/** Rows of one kind: those that were found, beside those that changed since. */
class Owed<Key> {
  hasChanges = false;
  readonly #changes: RecentChanges<Key>;
  readonly #workspaceId: WorkspaceId;
  readonly #found = new Set<Key>();
  #lastChange: number;

  constructor(changes: RecentChanges<Key>, workspaceId: WorkspaceId) {
    this.#changes = changes;
    this.#workspaceId = workspaceId;
    this.#lastChange = changes.lastChange;
  }

  get hasAny(): boolean {
    return this.hasChanges || this.isFound;
  }

  get isFound(): boolean {
    return this.#found.size > 0;
  }

  add(keys: Iterable<Key>): void {
    for (const key of keys) this.#found.add(key);
  }

  /** False when it has not read for so long that its missed changes are unknown. */
  find(): boolean {
    this.hasChanges = false;
    const changed = this.#changes.since(this.#workspaceId, this.#lastChange);
    this.#lastChange = this.#changes.lastChange;
    this.add(changed ?? []);
    return changed !== null;
  }

  take(max: number): Key[] {
    const taken = [...this.#found].slice(0, max);
    for (const key of taken) this.#found.delete(key);
    return taken;
  }

  clear(): void {
    this.#found.clear();
  }
}

const minRestMs = 500;
/** When everything changes all the time, about twenty rows a second are enough for a reader of a list. */
const rowMs = 50;
/** Further back, loading the whole list is faster than finding its changes. */
const maxBehind = 5000;
const maxChats = 100;
const maxQuestions = 500;
