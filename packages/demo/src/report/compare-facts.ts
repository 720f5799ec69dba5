import type { Phrases } from '../language/phrases.ts';
import { formatAmount } from './amounts.ts';

/** How figures of the same measure compare, when each part brought exactly such a figure; else nothing. */
export function compareFacts(lines: string[], phrases: Phrases): string {
  const facts = lines.map(readFact).filter((fact) => fact !== null);
  const [first, second] = facts.toSorted((left, right) => right.value - left.value);
  if (!first || !second || facts.length < lines.length) return '';
  if (facts.some(({ measure, unit }) => measure !== first.measure || unit !== first.unit)) return '';
  if (first.value === second.value) return phrases.equalHighest(first.scope, second.scope);
  const gap = formatAmount(
    Number((first.value - second.value).toPrecision(12)),
    first.unit === '%' ? phrases.percentagePoints : first.unit,
  );
  return phrases.higherOf(facts.length, first.scope, gap, second.scope);
}

interface Fact {
  measure: string;
  scope: string;
  value: number;
  unit: string;
}

function readFact(line: string): Fact | null {
  const match = /^(.+) \((.+)\): (-?[\d,]+(?:\.\d+)?) ?([^\d\s].*)?$/.exec(line);
  if (!match) return null;
  const [, measure = '', scope = '', number = '', unit = ''] = match;
  return { measure, scope, value: Number(number.replaceAll(',', '')), unit };
}
