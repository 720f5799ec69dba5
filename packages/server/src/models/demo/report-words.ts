import type { Sum } from './amounts.ts';
import type { Plan } from './plan.ts';

/** Works a sum out: with the tool's answer where there is one. */
export type Work = (sum: Sum) => number;

/** "New cars" becomes "new cars" in the middle of a phrase, but PM2.5 stays as it is. */
export function small(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

export function yearsOf({ years }: Plan): string[] {
  const [first, last] = [years.at(0), years.at(-1)];
  if (first === undefined || last === undefined) return [];
  const isRun = years.length > 2 && last - first === years.length - 1;
  return [isRun ? `${first}–${last}` : years.join(' and ')];
}
