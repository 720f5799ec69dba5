import type { Phrases } from '../language/phrases.ts';
import { compareFacts } from './compare-facts.ts';
import type { Result } from './result.ts';

/** A task and what came back from it. */
export interface TaskOutcome {
  task: string;
  result: Result;
}

/** One result from several: the facts, how they compare, what failed, and where they come from. */
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

function hasHeadings({ facts }: Result): boolean {
  return facts.some((fact) => fact.startsWith('#'));
}

function reasonOf({ facts, remarks }: Result): string {
  return [...facts, ...remarks].join(' ');
}

function unique(items: string[]): string[] {
  return [...new Set(items)];
}
