import type { Terminal } from './terminal.ts';
import { widthOf } from './width.ts';

/** A block of lines at the bottom of the terminal, drawn again in place. */
export class Screen {
  readonly #terminal: Terminal;
  #drawn: string[] = [];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  draw(lines: readonly string[]): void {
    if (lines.length === this.#drawn.length && lines.every((line, index) => line === this.#drawn[index])) return;
    this.#terminal.write(`${begin}${this.#erasure()}${lines.map((line) => `${line}\n`).join('')}${end}`);
    this.#drawn = [...lines];
  }

  /** Leaves the drawing where it is; the next one begins below it. */
  keep(): void {
    this.#drawn = [];
    this.#terminal.write(showCursor);
  }

  clear(): void {
    this.#terminal.write(`${this.#erasure()}${showCursor}`);
    this.#drawn = [];
  }

  /** A screen that became narrower has broken long lines, so they are counted as it shows them now. */
  #erasure(): string {
    const columns = this.#terminal.columns();
    const rows = this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    return rows === 0 ? '' : `\u001b[${rows}A\r\u001b[J`;
  }
}

/** Makes terminals that support it show the change at once instead of line by line. */
const begin = '\u001b[?2026h\u001b[?25l';
const end = '\u001b[?2026l';
const showCursor = '\u001b[?25h';
