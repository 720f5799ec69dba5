/**
 * Waits until `start` calls back; throws the signal's reason as soon as it aborts. The return value of `start` is
 * disposed of either way, so an abandoned wait leaves no timer behind.
 */
export async function abortable(signal: AbortSignal, start: (done: () => void) => Disposable): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  using _started = start(resolve);
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
