import type { SearchQuery, SearchTerm } from '../ports/search.ts';
import { wordsIn } from './words.ts';

/**
 * What a person wrote, as a question that every store understands: there is nothing that is wrong. Quotes hold a phrase
 * together, a minus before a word or a phrase leaves out, and the last word may be unfinished.
 */
export function parseQuery(text: string): SearchQuery {
  const all: SearchTerm[] = [];
  const none: SearchTerm[] = [];
  for (const { 0: whole, 1: minus, 2: quoted, 3: bare, index } of text.matchAll(parts)) {
    if (all.length + none.length === mostTerms) break;
    const words = wordsIn(quoted ?? bare ?? '')
      .map(({ word }) => word)
      .slice(0, mostWords);
    if (words.length === 0) continue;
    const isLast = index + whole.length === text.trimEnd().length;
    const isOpen = isLast && quoted === undefined && minus === '';
    (minus === '' ? all : none).push({ words, isOpen });
  }
  return { all, none };
}

const quotes = '"\u201c\u201d\u201e\u00ab\u00bb';
const parts = new RegExp(`(-?)(?:[${quotes}]([^${quotes}]*)[${quotes}]|([^\\s${quotes}]+))`, 'gu');
const mostTerms = 20;
const mostWords = 40;
