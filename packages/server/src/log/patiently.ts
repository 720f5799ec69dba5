import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from './store-error.ts';

/** Tries again for a while when the database can't be reached: a restart of the server is nobody's failure. */
export async function patiently<Result>(patienceMs: number, run: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (let delayMs = 50; ; delayMs = Math.min(1000, delayMs * 2)) {
    try {
      return await run();
    } catch (error) {
      if (!mayPass(error) || performance.now() + delayMs > deadline) throw error;
      await wait(delayMs);
    }
  }
}

/** Whether the same may go through in a moment. */
export function mayPass(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'unreachable';
}
