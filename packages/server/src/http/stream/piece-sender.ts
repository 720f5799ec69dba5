import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';

export type Piece = string | Uint8Array;

/**
 * Sends pieces over a connection, each fetched only when the connection has taken what came before. A large one goes in
 * slices, so that a slow connection, which takes some of it from time to time, is told from one that takes nothing.
 */
export class PieceSender {
  readonly #outgoing: ServerResponse;
  readonly #clock: Clock;
  #waitingSince: number | null = null;

  constructor(outgoing: ServerResponse, clock: Clock) {
    this.#outgoing = outgoing;
    this.#clock = clock;
  }

  /** Nothing has been taken for so long that nothing more is expected. */
  get isStalled(): boolean {
    return this.#waitingSince !== null && this.#clock.monotonicMs() - this.#waitingSince >= patienceMs;
  }

  async send(pieces: AsyncIterable<Piece>, signal: AbortSignal): Promise<void> {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      for (let from = 0; from < bytes.length; from += sliceBytes) {
        if (signal.aborted) return;
        await this.#write(bytes.length > sliceBytes ? bytes.subarray(from, from + sliceBytes) : bytes);
        // The system may take megabytes at once: whoever catches up takes turns with everybody else.
        if (bytes.length >= longBytes) await nextTurn();
      }
    }
  }

  /** The last word may not be taken either. */
  end(): void {
    this.#waitingSince ??= this.#clock.monotonicMs();
    this.#outgoing.end();
  }

  #write(bytes: Uint8Array): Promise<void> {
    this.#waitingSince = this.#clock.monotonicMs();
    return new Promise((resolve) => {
      // It is called too when the connection has gone, with an error that says no more than that.
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
const patienceMs = 15_000;
