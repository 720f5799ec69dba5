import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../ports/runtime/clock.ts';
import type { Outgoing } from '../http-context.ts';

export type Piece = string | Uint8Array;

/**
 * Sends pieces over a connection, each fetched only when the connection has taken the one before. A large one goes in
 * slices, so that a slow connection, which takes a part now and then, is told from one that has stalled.
 */
export class PieceSender {
  readonly #outgoing: Outgoing;
  readonly #clock: Clock;
  #waitingSince: number | null = null;

  constructor(outgoing: Outgoing, clock: Clock) {
    this.#outgoing = outgoing;
    this.#clock = clock;
  }

  /** The connection counts as stalled after this time without progress. */
  get isStalled(): boolean {
    return this.#waitingSince !== null && this.#clock.monotonicMs() - this.#waitingSince >= drainTimeoutMs;
  }

  async send(pieces: AsyncIterable<Piece>, signal: AbortSignal): Promise<void> {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      for (let from = 0; from < bytes.length; from += sliceBytes) {
        if (signal.aborted) return;
        await this.#write(bytes.length > sliceBytes ? bytes.subarray(from, from + sliceBytes) : bytes);
        // The system may take megabytes at once, so a reader that catches up takes turns with the others.
        if (bytes.length >= longBytes) await nextTurn();
      }
    }
  }

  /** The last piece may not be taken either. */
  end(): void {
    this.#waitingSince ??= this.#clock.monotonicMs();
    this.#outgoing.end();
  }

  #write(bytes: Uint8Array): Promise<void> {
    this.#waitingSince = this.#clock.monotonicMs();
    return new Promise((resolve) => {
      // It is also called when the connection has closed, with an error that says no more than that.
      this.#outgoing.write(bytes, () => {
        this.#waitingSince = null;
        resolve();
      });
    });
  }
}

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const longBytes = 8 * 1024;
const sliceBytes = 32 * 1024;
const drainTimeoutMs = 15_000;
