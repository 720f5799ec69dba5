import { useSyncExternalStore } from 'react';
import { serverNow } from './server-time.ts';

/** The server's time, once a second, for whatever counts it; one clock for all who look. */
export function useNow(isTicking: boolean): number {
  return useSyncExternalStore(isTicking ? listen : stillness, () => (isTicking ? now : 0));
}

const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  now = serverNow();
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

const stillness = () => () => {};
