import type { SearchQuery, SearchTerm } from '../ports/log/search.ts';
import { wordsIn } from './words.ts';

/**
 * The text of a person as a query that every store understands. Every text is valid. Quotes mark a phrase, a minus before a
 * word or a phrase excludes it, and the last word may be unfinished.
 */
export function parseQuery(text: string): SearchQuery {
  const all: SearchTerm[] = [];
  const none: SearchTerm[] = [];
  for (const { 0: whole, 1: minus, 2: quoted, 3: bare, index } of text.matchAll(parts)) {
    if (all.length + none.length === maxTerms) break;
    const words = wordsIn(quoted ?? bare ?? '')
      .map(({ word }) => word)
      .slice(0, maxWords);
    if (words.length === 0) continue;
    const isLast = index + whole.length === text.trimEnd().length;
    const isOpen = isLast && quoted === undefined && minus === '';
    (minus === '' ? all : none).push({ words, isOpen });
  }
  return { all, none };
}

const quotes = '"\u201c\u201d\u201e\u00ab\u00bb';
const parts = new RegExp(`(-?)(?:[${quotes}]([^${quotes}]*)[${quotes}]|([^\\s${quotes}]+))`, 'gu');
const maxTerms = 20;
const maxWords = 40;
