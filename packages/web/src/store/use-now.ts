import { useSyncExternalStore } from 'react';

/** The time, once a second, for whatever counts it; one clock for all who look. */
export function useNow(isTicking: boolean): number {
  return useSyncExternalStore(isTicking ? listen : stillness, () => (isTicking ? now : 0));
}

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

const stillness = () => () => {};
