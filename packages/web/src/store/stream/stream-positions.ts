import type { ThreadId } from '@retinue/protocol';
import type { Frame } from '../../api/frames.ts';

/**
 * Positions up to which the page has the events of watched chats, and the rows of all chats. A chat that was fetched at an
 * earlier position is late: until a connection has caught up, the next one begins at that chat's position.
 */
export class StreamPositions {
  #position: number | null = null;
  #rowsPosition: number | null = null;
  /** Position that the current connection must reach until late chats have caught up. */
  #goal = 0;
  #rowsGoal = 0;
  readonly #late = new Map<ThreadId, number>();
  #lateRows: number | null = null;

  get rowsPosition(): number | null {
    return this.#rowsPosition;
  }

  /** The list of chats was read at this position. */
  begin(position: number): void {
    this.#position = Math.max(this.#position ?? 0, position);
    this.#rowsPosition = position;
  }

  addLate(chatId: ThreadId, position: number): void {
    this.#late.set(chatId, Math.min(position, this.#late.get(chatId) ?? position));
    this.#goal = Number.POSITIVE_INFINITY; // The current connection does not bring it.
  }

  removeLate(chatId: ThreadId): void {
    this.#late.delete(chatId);
  }

  /** Adds rows that another tab lacks. False if it lacks none. */
  addLateRows(rowsPosition: number | null): boolean {
    if (rowsPosition === null || rowsPosition >= (this.#rowsPosition ?? 0)) return false;
    this.#lateRows = Math.min(rowsPosition, this.#lateRows ?? rowsPosition);
    this.#rowsGoal = Number.POSITIVE_INFINITY;
    return true;
  }

  /** Position at which a new connection begins. */
  connect(): { after: number | null; rowsAfter: number | null } {
    this.#goal = this.#position ?? 0;
    this.#rowsGoal = this.#rowsPosition ?? 0;
    const rowsAfter = this.#lateRows ?? this.#rowsPosition;
    const places = [...this.#late.values(), ...(this.#position === null ? [] : [this.#position])];
    return { after: places.length > 0 ? Math.min(...places) : null, rowsAfter };
  }

  take(frame: Frame): void {
    if (frame.name === 'event') this.#reach(frame.body.position);
    else if (frame.name === 'beat') {
      this.#reach(frame.body.position);
      if (frame.body.rowsPosition >= this.#rowsGoal) this.#lateRows = null;
      this.#rowsPosition = Math.max(this.#rowsPosition ?? 0, frame.body.rowsPosition);
    } else if (frame.name === 'resync' && frame.body.position !== undefined) {
      this.#position = frame.body.position;
      this.#rowsPosition = frame.body.position;
      this.#late.clear();
    }
  }

  #reach(position: number): void {
    if (position >= this.#goal) this.#late.clear();
    this.#position = Math.max(this.#position ?? 0, position);
  }
}
