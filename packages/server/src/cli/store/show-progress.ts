import type { Terminal } from '../output/terminal.ts';

/** Reports the progress of a long command now and then, to a person at a terminal. */
export function progressLines({ isLive, err }: Terminal, now: () => number = performance.now.bind(performance)) {
  let shownAt = now();
  return (line: () => string): void => {
    if (!isLive || now() - shownAt < intervalMs) return;
    shownAt = now();
    err(`${line()}\n`);
  };
}

const intervalMs = 2000;
