import { phrasesOf } from '../language/phrases.ts';
import type { Match } from '../tables/match.ts';
import type { Plan } from '../tables/plan.ts';
import type { ColumnDetails, Details } from '../tables/replies.ts';

/** Questions that the same table can answer and that were not just asked. */
export function nextQuestions(plan: Plan, match: Match): string[] {
  const phrases = phrasesOf(plan.language);
  const subject = subjectOf(match);
  if (!subject) return [];
  const { place, name, first, last } = subject;
  const named = match.chosen.find(({ column }) => column === place)?.values.at(0);
  const where = named ?? place.values.at(0) ?? '';
  const other = match.details.columns.find(
    ({ role, title }) => role === 'measure' && !plan.measures.some((one) => one.title === title),
  );
  const ranks = plan.operation === 'rank' || plan.operation === 'rank-change';
  return [
    ...(ranks ? [] : [phrases.askHighest(place.title, name, plan.years.at(-1) ?? last)]),
    ...(plan.operation === 'change' ? [] : [phrases.askChange(name, where, first, last)]),
    ...(other ? [phrases.askValue(nameIn(match, other), where, plan.years.at(-1) ?? last)] : []),
  ].slice(0, 2);
}

export interface Subject {
  place: ColumnDetails;
  measure: ColumnDetails;
  /** The measure with the kind that is meant: "Electricity price". */
  name: string;
  first: number;
  last: number;
}

/** The default subject of a question to a table: its measure, places and years. */
export function subjectOf(match: Match, measure = mainMeasure(match)): Subject | null {
  const { columns } = match.details;
  const place = columns.find(({ role }) => role === 'place');
  const time = columns.find(({ role }) => role === 'time');
  if (!place || !measure || time?.lowest === undefined || time.highest === undefined) return null;
  return { place, measure, name: nameIn(match, measure), first: time.lowest, last: time.highest };
}

function mainMeasure({ measures, details }: Match): ColumnDetails | undefined {
  return measures[0] ?? measuresOf(details)[0];
}

export function measuresOf({ columns }: Details): ColumnDetails[] {
  return columns.filter(({ role }) => role === 'measure');
}

function nameIn({ details, chosen }: Match, measure: ColumnDetails): string {
  const category = details.columns.find(({ role }) => role === 'category');
  const kind = chosen.find(({ column }) => column === category)?.values[0] ?? category?.values[0];
  return kind ? `${kind} ${measure.title.charAt(0).toLowerCase()}${measure.title.slice(1)}` : measure.title;
}
