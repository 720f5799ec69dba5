/** What came of a piece of work, before it is put into words for whoever asked. */
export interface Result {
  succeeded: boolean;
  /** What was found, a fact each; a line that begins with # is a heading. */
  facts: string[];
  /** What the facts come to together, and what could not be found. */
  remarks: string[];
  sources: string[];
  /** The numbers behind the facts, to be drawn. */
  figures: Figures[];
  /** Questions that can be asked next. */
  next: string[];
}

/** Numbers of one measure: a row for each point, a column for each series. */
export interface Figures {
  title: string;
  unit: string;
  /** What the points are: years, cities, … */
  axis: string;
  points: string[];
  series: { name: string; values: (number | null)[] }[];
}

export function success(facts: string[], rest: Partial<Result> = {}): Result {
  return { succeeded: true, facts, remarks: [], sources: [], figures: [], next: [], ...rest };
}

export function failure(...remarks: string[]): Result {
  return { succeeded: false, facts: [], remarks, sources: [], figures: [], next: [] };
}
