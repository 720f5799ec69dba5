import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A body that is made while it is sent: each piece when the connection has taken the one before, and in a turn of the
 * event loop of its own.
 */
export function streamedText(pieces: Iterable<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const made = pieces[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        await nextTurn();
        const { done, value } = made.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: () => void made.return?.(),
    },
    { highWaterMark: 0 },
  );
}
