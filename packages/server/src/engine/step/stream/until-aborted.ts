/** Items of a stream until the signal aborts, even if the stream itself ignores it; then throws the reason. */
export async function* untilAborted<Item>(stream: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  const iterator = stream[Symbol.asyncIterator]();
  let giveUp: (reason: unknown) => void = () => {};
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let finished = false;
  try {
    while (true) {
      signal.throwIfAborted();
      const next = await new Promise<IteratorResult<Item>>((resolve, reject) => {
        giveUp = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done) {
        finished = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // A stream that hangs would hang here too: it is canceled, and not waited for.
    if (!finished) void Promise.try(() => iterator.return?.()).catch(() => {});
  }
}
