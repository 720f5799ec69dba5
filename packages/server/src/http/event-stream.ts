import type { Clock } from '../ports/clock.ts';

export interface StreamEnds {
  clock: Clock;
  signal: AbortSignal;
  /** However it ends, once. */
  onEnd: () => void;
  /** The connection takes nothing more, so it can't be told anything either. */
  onStall: () => void;
  onError: (error: unknown) => void;
}

/**
 * Pieces of text as the body of a reply, fetched only when the connection has taken what came before. A connection that
 * takes nothing for a while is ended: its reader comes back where it was.
 */
export function eventStream(
  pieces: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>,
  { clock, signal, onEnd, onStall, onError }: StreamEnds,
): ReadableStream<Uint8Array> {
  const ending = new AbortController();
  const end = () => {
    if (ending.signal.aborted) return;
    ending.abort();
    onEnd();
  };
  const source = pieces(ending.signal)[Symbol.asyncIterator]();
  let stalled: Disposable = { [Symbol.dispose]: () => {} };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        stalled[Symbol.dispose]();
        try {
          const { value, done } = await source.next();
          if (done || ending.signal.aborted) return finish(controller, end);
          controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
          stalled = clock.after(patienceMs, () => {
            end();
            onStall();
          });
        } catch (error) {
          if (ending.signal.aborted) return finish(controller, end);
          end();
          onError(error);
        }
      },
      async cancel() {
        stalled[Symbol.dispose]();
        end();
        await source.return?.(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** What was cancelled is closed already. */
function finish(controller: ReadableStreamDefaultController, end: () => void): void {
  end();
  try {
    controller.close();
  } catch {}
}

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();
const patienceMs = 15_000;
