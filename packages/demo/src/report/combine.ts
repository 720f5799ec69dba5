import type { Phrases } from '../language/phrases.ts';
import { unique } from '../tables/match.ts';
import { formatAmount } from './amounts.ts';
import type { Result } from './result.ts';

/** A task and its result. */
export interface TaskOutcome {
  task: string;
  result: Result;
}

/** Merges results: facts, their comparison, failures and sources. */
export function combine(outcomes: TaskOutcome[], phrases: Phrases): Result {
  const found = outcomes.filter(({ result }) => result.succeeded).map(({ result }) => result);
  const failed = outcomes.filter(({ result }) => !result.succeeded);
  // Results with headings come last, or other facts would appear under those headings.
  const ordered = [...found.filter((result) => !hasHeadings(result)), ...found.filter(hasHeadings)];
  const facts = ordered.flatMap((result) => result.facts);
  const comparison = found.length > 1 ? compareFacts(facts, phrases) : '';
  return {
    succeeded: found.length > 0,
    facts,
    remarks: unique([
      ...(comparison ? [comparison] : []),
      ...ordered.flatMap((result) => result.remarks),
      ...failed.map(({ task, result }) => phrases.couldNotAnswer(task, reasonOf(result))),
    ]),
    sources: unique(ordered.flatMap((result) => result.sources)),
    figures: ordered.flatMap((result) => result.figures),
    next: unique(ordered.flatMap((result) => result.next)),
  };
}

/** Compares the figures of all parts; empty unless each part has exactly one figure of the same measure. */
function compareFacts(lines: string[], phrases: Phrases): string {
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

function hasHeadings({ facts }: Result): boolean {
  return facts.some((fact) => fact.startsWith('#'));
}

function reasonOf({ facts, remarks }: Result): string {
  return [...facts, ...remarks].join(' ');
}
