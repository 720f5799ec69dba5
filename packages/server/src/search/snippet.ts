import type { Snippet } from '@retinue/protocol';
import type { SearchQuery, SearchTerm } from '../ports/log/search.ts';
import { type Word, wordsIn } from './words.ts';

/** The first match in a text with its surroundings, in one line, with the matches marked. */
export function snippetOf(text: string, { all }: SearchQuery): Snippet {
  const line = text.replace(/\s+/g, ' ').trim();
  const words = wordsIn(line);
  const found = all.flatMap((term) => placesOf(words, term)).sort((left, right) => left[0] - right[0]);
  const first = found[0]?.[0] ?? 0;
  const start = startBefore(line, first);
  const end = endAfter(line, start);
  const [before, after] = [start > 0 ? '…' : '', end < line.length ? '…' : ''];
  const shift = before.length - start;
  const marks = merged(found.filter(([from, to]) => from >= start && to <= end));
  return {
    text: `${before}${line.slice(start, end)}${after}`,
    marks: marks.map(([from, to]): Range => [from + shift, to + shift]),
  };
}

type Range = [from: number, to: number];

function placesOf(words: readonly Word[], term: SearchTerm): Range[] {
  const places: Range[] = [];
  for (let index = 0; index + term.words.length <= words.length; index += 1) {
    const last = words[index + term.words.length - 1];
    const begin = words[index];
    if (begin && last && isAt(words, index, term)) places.push([begin.start, last.end]);
  }
  return places;
}

function isAt(words: readonly Word[], index: number, { words: wanted, isOpen }: SearchTerm): boolean {
  return wanted.every((word, offset) => {
    const there = words[index + offset]?.word ?? '';
    return isOpen && offset === wanted.length - 1 ? there.startsWith(word) : there === word;
  });
}

/** Ranges that touch each other become one, in order. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

function startBefore(line: string, place: number): number {
  if (place <= charsBefore) return 0;
  const space = line.indexOf(' ', place - charsBefore);
  return space >= 0 && space < place ? space + 1 : wholeCharacter(line, place);
}

function endAfter(line: string, start: number): number {
  if (line.length <= start + snippetLength) return line.length;
  const space = line.lastIndexOf(' ', start + snippetLength);
  return space > start + charsBefore ? space : wholeCharacter(line, start + snippetLength);
}

function wholeCharacter(line: string, place: number): number {
  return /^[\uDC00-\uDFFF]/.test(line.slice(place)) ? place - 1 : place;
}

const charsBefore = 60;
const snippetLength = 200;
