import { widthOf } from '../projections/text.ts';
import type { Terminal } from './terminal.ts';

/** A block of lines at the bottom of the terminal that is drawn again in place. */
export class Screen {
  readonly #terminal: Terminal;
  #drawn: string[] = [];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  draw(lines: readonly string[]): void {
    if (lines.length === this.#drawn.length && lines.every((line, index) => line === this.#drawn[index])) return;
    this.#terminal.out(`${begin}${this.#erasure()}${lines.map((line) => `${line}\n`).join('')}${end}`);
    this.#drawn = [...lines];
  }

  /** What is drawn stays where it is; the next drawing begins below it. */
  keep(): void {
    this.#drawn = [];
    this.#terminal.out(showCursor);
  }

  clear(): void {
    this.#terminal.out(`${this.#erasure()}${showCursor}`);
    this.#drawn = [];
  }

  /** A screen that became narrower has broken long lines in two; they are counted as it shows them now. */
  #erasure(): string {
    const columns = this.#terminal.columns();
    const rows = this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    return rows === 0 ? '' : `\u001b[${rows}A\r\u001b[J`;
  }
}

/** Terminals that know it show the change at once instead of line by line; the others pass it over. */
const begin = '\u001b[?2026h\u001b[?25l';
const end = '\u001b[?2026l';
const showCursor = '\u001b[?25h';
