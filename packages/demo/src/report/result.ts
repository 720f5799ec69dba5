/** The result of a piece of work, before it is written as text. */
export interface Result {
  succeeded: boolean;
  /** One finding each; a line that begins with # is a heading. */
  facts: string[];
  /** Comparisons of the facts, and missing data. */
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
  /** The kind of the points: years, cities, … */
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
