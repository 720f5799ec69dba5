import type { Terminal } from './terminal.ts';

/** Says now and then how far a long piece of work is, to a person who watches. */
export function progressLines({ isLive, err }: Terminal, now: () => number = performance.now.bind(performance)) {
  let toldAt = now();
  return (line: () => string): void => {
    if (!isLive || now() - toldAt < betweenMs) return;
    toldAt = now();
    err(`${line()}\n`);
  };
}

export async function* withProgress(pieces: AsyncIterable<string>, terminal: Terminal): AsyncGenerator<string> {
  const tell = progressLines(terminal);
  let characters = 0;
  for await (const piece of pieces) {
    characters += piece.length;
    tell(() => `Written so far: ${(characters / 1e6).toFixed(0)} MB.`);
    yield piece;
  }
}

const betweenMs = 2000;
