import type { LogEvent, ThreadId } from '@retinue/protocol';
import { type EventsPiece, frameOf } from './shared-pieces.ts';

/** The last events of the log in memory, in order of position, each serialized once. */
export class KeptEvents {
  readonly #max: { events: number; bytes: number };
  #kept: { event: LogEvent; frame: Buffer }[] = [];
  #bytes = 0;
  #floor: number;
  #head: number;

  constructor(head: number, max: { events: number; bytes: number }) {
    this.#max = max;
    this.#floor = head;
    this.#head = head;
  }

  /** The position of the last event. */
  get head(): number {
    return this.#head;
  }

  /** Every event after this position is in memory. */
  get floor(): number {
    return this.#floor;
  }

  add(event: LogEvent): void {
    const frame = Buffer.from(frameOf(event));
    this.#kept.push({ event, frame });
    this.#bytes += frame.length;
    this.#head = event.position;
  }

  drop(): void {
    this.#kept = [];
    this.#bytes = 0;
    this.#floor = this.#head;
  }

  /** Drops the older half when there is too much, so that it costs little for each event. */
  forget(): void {
    if (this.#kept.length <= this.#max.events && this.#bytes <= this.#max.bytes) return;
    const dropped = this.#kept.splice(0, Math.ceil(this.#kept.length / 2));
    for (const { frame } of dropped) this.#bytes -= frame.length;
    this.#floor = dropped.at(-1)?.event.position ?? this.#floor;
  }

  /** Events of these trees after a position, serialized, up to about so many bytes. */
  after(position: number, rootIds: ReadonlySet<ThreadId>, maxBytes: number): EventsPiece {
    const frames: Buffer[] = [];
    let [length, last] = [0, position];
    for (let index = this.#indexAfter(position); index < this.#kept.length; index += 1) {
      const kept = this.#kept[index];
      if (!kept || !rootIds.has(kept.event.rootId)) continue;
      // A large one goes alone: all its readers then share the same memory.
      if (length > 0 && kept.frame.length >= maxBytes) return { bytes: joined(frames), position: last };
      frames.push(kept.frame);
      length += kept.frame.length;
      last = kept.event.position;
      if (length >= maxBytes) return { bytes: joined(frames), position: last };
    }
    return { bytes: joined(frames), position: this.#head };
  }

  /** Events after a position, the newest first. */
  *newestAfter(position: number): Generator<LogEvent> {
    for (let index = this.#kept.length - 1; index >= 0; index -= 1) {
      const event = this.#kept[index]?.event;
      if (!event || event.position <= position) return;
      yield event;
    }
  }

  #indexAfter(position: number): number {
    let [low, high] = [0, this.#kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#kept[middle]?.event.position ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function joined(frames: readonly Buffer[]): Buffer {
  const [only] = frames;
  return only && frames.length === 1 ? only : Buffer.concat(frames);
}
