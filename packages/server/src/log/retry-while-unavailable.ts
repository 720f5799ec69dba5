import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from '../ports/log/store-error.ts';

/** Retries for a while when the database can't be reached: a restart of the server fails no request. */
export function retryWhileUnavailable<Result>(maxRetryMs: number, run: () => Promise<Result>): Promise<Result> {
  return tryUntil(performance.now() + maxRetryMs, run);
}

/** The same until a moment of `performance.now()`. */
export async function tryUntil<Result>(deadline: number, run: () => Promise<Result>): Promise<Result> {
  let busyTries = 0;
  for (let delayMs = firstDelayMs; ; delayMs = nextDelayMs(delayMs)) {
    try {
      return await run();
    } catch (error) {
      if (isBusy(error)) busyTries += 1;
      const mayGoThrough = mayPass(error) || (isBusy(error) && busyTries < maxBusyTries);
      if (!mayGoThrough || performance.now() + delayMs > deadline) throw error;
      await wait(delayMs);
    }
  }
}

export const firstDelayMs = 50;

export function nextDelayMs(delayMs: number): number {
  return Math.min(1000, delayMs * 2);
}

/** Whether a retry may succeed once the database can be reached again. */
export function mayPass(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'unreachable';
}

function isBusy(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'busy';
}

const maxBusyTries = 3;
