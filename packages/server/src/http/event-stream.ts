import type { Clock } from '../ports/clock.ts';

/**
 * Pieces of text as the body of a reply, fetched only when the connection has taken what came before. A connection that
 * takes nothing for a while is ended: its reader comes back where it was.
 */
export function eventStream(
  pieces: (signal: AbortSignal) => AsyncGenerator<string>,
  { clock, signal, onEnd }: { clock: Clock; signal: AbortSignal; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const ending = new AbortController();
  const end = () => {
    if (!ending.signal.aborted) onEnd();
    ending.abort();
  };
  signal.addEventListener('abort', end, { once: true });
  const source = pieces(ending.signal);
  let stalled: Disposable = { [Symbol.dispose]: () => {} };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        stalled[Symbol.dispose]();
        try {
          const { value, done } = await source.next();
          if (done || ending.signal.aborted) return finish(controller, end);
          controller.enqueue(encoder.encode(value));
          stalled = clock.after(patienceMs, () => {
            end();
            controller.error(new Error('The reader took nothing for too long.'));
          });
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      async cancel() {
        stalled[Symbol.dispose]();
        end();
        await source.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function finish(controller: ReadableStreamDefaultController, end: () => void): void {
  end();
  controller.close();
}

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();
const patienceMs = 25_000;
