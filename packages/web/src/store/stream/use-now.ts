import { useSyncExternalStore } from 'react';
import { serverNow } from './server-time.ts';

/** The server's time in whole seconds. All pages change at the same moments. */
export function useNow(isTicking: boolean): number {
  return useSyncExternalStore(isTicking ? listen : stillness, () => (isTicking ? now : 0));
}

const listeners = new Set<() => void>();
let now = wholeSecond();
let timer: ReturnType<typeof setTimeout> | undefined;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  now = wholeSecond();
  timer ??= setTimeout(tick, untilNextSecond());
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = wholeSecond();
  timer = setTimeout(tick, untilNextSecond());
  for (const listener of listeners) listener();
}

function wholeSecond(): number {
  return Math.floor(serverNow() / 1000) * 1000;
}

function untilNextSecond(): number {
  return 1000 - (serverNow() % 1000);
}

const stillness = () => () => {};
