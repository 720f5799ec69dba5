import type { Clock } from '../ports/clock.ts';

/** Runs a hook within its time limit. Must be awaited by code that contains and reports what it throws. */
export async function callHook<Reply>(clock: Clock, hook: (signal: AbortSignal) => Reply): Promise<Awaited<Reply>> {
  const timeout = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  using _timer = clock.after(hookTimeoutMs, () => {
    timeout.abort(new Error(`It took longer than ${hookTimeoutMs / 1000} seconds.`));
    reject(timeout.signal.reason);
  });
  return await Promise.race([Promise.try(() => hook(timeout.signal)), promise]);
}

const hookTimeoutMs = 10_000;
