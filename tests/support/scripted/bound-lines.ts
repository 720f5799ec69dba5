import type { CallLine, Line } from './script-lines.ts';
import { finish } from './script-lines.ts';

/**
 * Lines of a provider that respects `maxOutputTokens`: anything beyond it is cut off, and the step ends with `length`.
 */
export function boundLines(lines: readonly Line[], maxOutputTokens: number | undefined): readonly Line[] {
  if (maxOutputTokens === undefined) return lines;
  const bound = new OutputBound(maxOutputTokens * charactersPerToken);
  const played = lines.flatMap((line) => bound.take(line));
  return bound.isCut ? [...played, finish('length')] : lines;
}

class OutputBound {
  isCut = false;
  #left: number;

  constructor(characters: number) {
    this.#left = characters;
  }

  take(line: Line): Line[] {
    if (line.type === 'usage') return [line];
    if (this.isCut) return [];
    if (line.type === 'say' || line.type === 'think') return [{ ...line, deltas: this.#takeText(line.deltas) }];
    if (line.type === 'call') return this.#takeCall(line) ? [line] : [];
    if (line.type !== 'together') return [line];
    return [{ ...line, calls: line.calls.filter((one) => this.#takeCall(one)) }];
  }

  #takeText(deltas: readonly string[]): string[] {
    return deltas.map((delta) => {
      const shown = delta.slice(0, this.#left);
      if (shown.length < delta.length) this.isCut = true;
      this.#left -= shown.length;
      return shown;
    });
  }

  /** A call that is cut off does not count. */
  #takeCall({ name, deltas }: CallLine): boolean {
    const length = name.length + deltas.join('').length;
    if (length > this.#left) this.isCut = true;
    if (this.isCut) return false;
    this.#left -= length;
    return true;
  }
}

const charactersPerToken = 4;
