import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProviderReason } from '@retinue/protocol';
import { ModelError } from '../../ports/engine/model.ts';

interface BodyBounds {
  /** Bytes of one line, and of all lines up to the next empty one. */
  eventBytes: number;
  /** Bytes of a whole stream. */
  streamBytes: number;
  events: number;
  /** Lines in a row without data, such as comments and empty ones. */
  emptyLines: number;
  /** Bytes of the page that comes with an error status; the rest is dropped. */
  errorBytes: number;
}

const bodyBounds: BodyBounds = {
  eventBytes: 2 * 1024 * 1024,
  streamBytes: 512 * 1024 * 1024,
  events: 300_000,
  emptyLines: 100_000,
  errorBytes: 64 * 1024,
};

/**
 * Bounds a provider's output as it arrives. The parsers behind it keep a line until its end and an event until its last
 * line, so that without this one line could fill the memory.
 */
export function boundBody(response: Response, bounds: BodyBounds = bodyBounds): Response {
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  const bounded = response.ok ? boundEvents(response.body, bounds) : cutAt(response.body, bounds.errorBytes);
  return new Response(bounded, { status, statusText, headers });
}

/** Pulls only as much as its reader requests; an error or a reader that stops ends the connection. */
function boundEvents(body: ReadableStream<Uint8Array>, bounds: BodyBounds): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const counter = new EventCounter(bounds);
  let left: Uint8Array = new Uint8Array();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (left.length === 0) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          left = value;
        } else await nextTurn();
        // In slices, so that the parsers hold few events at a time and other work runs between them.
        const slice = left.subarray(0, sliceBytes);
        left = left.subarray(sliceBytes);
        const problem = counter.take(slice);
        if (problem === null) return controller.enqueue(slice);
        // The connection may be silent by now: it is canceled, and not waited for.
        void reader.cancel().catch(() => {});
        controller.error(new ModelError(problem, { retryable: false }));
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Counts lines and events of a stream of server-sent events, without keeping any of it. */
class EventCounter {
  readonly #bounds: BodyBounds;
  #streamBytes = 0;
  #events = 0;
  #eventBytes = 0;
  #lineBytes = 0;
  #emptyLines = 0;
  #isData = false;

  constructor(bounds: BodyBounds) {
    this.#bounds = bounds;
  }

  /** The problem with the stream, once it is beyond a bound. */
  take(bytes: Uint8Array): ProviderReason | null {
    this.#streamBytes += bytes.length;
    let from = 0;
    let carriage = bytes.indexOf(carriageReturn);
    while (from < bytes.length) {
      if (carriage >= 0 && carriage < from) carriage = bytes.indexOf(carriageReturn, from);
      const feed = bytes.indexOf(lineFeed, from);
      const end = feed < 0 || carriage < 0 ? Math.max(feed, carriage) : Math.min(feed, carriage);
      const to = end < 0 ? bytes.length : end;
      if (this.#lineBytes === 0 && to > from) this.#isData = bytes[from] === letterD;
      this.#lineBytes += to - from;
      this.#eventBytes += to - from;
      if (this.#eventBytes > this.#bounds.eventBytes) return tooLarge('event', this.#bounds.eventBytes);
      if (end < 0) break;
      this.#endLine();
      if (this.#emptyLines > this.#bounds.emptyLines)
        return { code: 'too-many-empty-lines', maxLines: this.#bounds.emptyLines };
      from = end + 1;
    }
    if (this.#events > this.#bounds.events) return { code: 'too-many-events', maxEvents: this.#bounds.events };
    return this.#streamBytes > this.#bounds.streamBytes ? tooLarge('answer', this.#bounds.streamBytes) : null;
  }

  #endLine(): void {
    if (this.#lineBytes === 0) {
      if (this.#eventBytes > 0) this.#events += 1;
      this.#eventBytes = 0;
    }
    this.#emptyLines = this.#lineBytes > 0 && this.#isData ? 0 : this.#emptyLines + 1;
    this.#lineBytes = 0;
  }
}

/** The beginning of a body; the rest is not read. */
function cutAt(body: ReadableStream<Uint8Array>, maxBytes: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let leftBytes = maxBytes;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        const kept = value.subarray(0, leftBytes);
        leftBytes -= kept.length;
        if (kept.length > 0) controller.enqueue(kept);
        if (leftBytes > 0) return;
        void reader.cancel().catch(() => {});
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function tooLarge(part: 'event' | 'answer', maxBytes: number): ProviderReason {
  return { code: 'stream-too-large', part, maxBytes };
}

const sliceBytes = 4 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const letterD = 0x64;
