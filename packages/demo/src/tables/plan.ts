import type { Json } from '@retinue/server/extension';
import type { ParsedQuestion, TableOperation } from '../language/parsed-question.ts';
import { phrasesOf } from '../language/phrases.ts';
import type { Language } from '../language/words.ts';
import { countOf, type MissingYears, resolveYears } from '../language/years.ts';
import type { Match } from './match.ts';
import type { ColumnDetails } from './replies.ts';

/** A query for one table, and how to read its rows. */
export interface Plan {
  language: Language;
  datasetId: string;
  title: string;
  operation: TableOperation;
  measures: ColumnDetails[];
  averages: boolean;
  /** Whether a row stands for several places. */
  pooled: boolean;
  /** Columns that tell the rows apart, without the year. */
  groups: ColumnDetails[];
  time: ColumnDetails | null;
  timeInRows: boolean;
  years: number[];
  /** The places that all rows have in common; none named means all of them. */
  scope: string[];
  isEverywhere: boolean;
  direction: 'highest' | 'lowest';
  count: number;
  filters: { column: string; operator: 'in'; value: (string | number)[] }[];
}

export function planQuery(parsed: ParsedQuestion, match: Match): Plan | { problem: string } {
  const { details, chosen } = match;
  const time = details.columns.find(({ role }) => role === 'time') ?? null;
  const operation = operationFor(parsed, match);
  const ranksYears =
    operation === 'rank' && /\b(?:which|what) years?\b|\bwhen\b|\byear (?:with|did|had)\b/i.test(parsed.text);
  const measures = measuresFor(operation, match);
  const years = yearsFor(parsed, { operation, time, measures }, ranksYears);
  if ('missing' in years) {
    const { missing, span } = years;
    return { problem: phrasesOf(parsed.language).noYears(details.title, missing, span.first, span.last) };
  }
  const groups = ranksYears ? [] : groupsFor(operation, match);
  const filters = [
    ...chosen.map(({ column, values }) => ({ column: column.name, value: values })),
    ...(time && years.length > 0 ? [{ column: time.name, value: years }] : []),
  ];
  return {
    language: parsed.language,
    datasetId: details.datasetId,
    title: details.title,
    operation,
    measures,
    averages: parsed.averages,
    pooled: isPooled(match, groups),
    groups,
    time,
    timeInRows: ranksYears || keepsYears(operation, match, time),
    years,
    ...scopeFor(parsed.language, match, groups),
    direction: directionFor(parsed, measures),
    count: countFor(parsed, match),
    filters: filters.map((filter) => ({ ...filter, operator: 'in' })),
  };
}

export function queryArgs(plan: Plan): Json {
  const timeColumns = plan.time && plan.timeInRows ? [plan.time.name] : [];
  const direction = plan.direction === 'highest' ? 'descending' : 'ascending';
  return {
    datasetId: plan.datasetId,
    filters: plan.filters,
    groupBy: [...plan.groups.map(({ name }) => name), ...timeColumns],
    aggregate: plan.measures.map((measure) => ({ column: measure.name, function: aggregationOf(plan, measure) })),
    ...(plan.operation === 'rank' ? { sort: [{ column: resultColumn(plan), direction }] } : {}),
  };
}

export function resultColumn(plan: Plan, measure: ColumnDetails | undefined = plan.measures[0]): string {
  return measure ? `${aggregationOf(plan, measure)}_${measure.name}` : '';
}

/** A total of prices or shares means nothing, so rates are always averaged. */
export function aggregationOf(plan: Pick<Plan, 'operation' | 'averages'>, measure: ColumnDetails): 'sum' | 'mean' {
  return plan.averages && plan.operation !== 'change' ? 'mean' : measure.kind === 'rate' ? 'mean' : 'sum';
}

/** To compare one place in two years is to ask for the change. */
function operationFor({ operation, years }: ParsedQuestion, { chosen }: Match): TableOperation {
  const several = chosen.some(({ values }) => values.length > 1);
  const spansYears = years.kind === 'range' || (years.kind === 'listed' && years.years.length === 2);
  return operation === 'difference' && spansYears && !several ? 'change' : operation;
}

function measuresFor(operation: TableOperation, { measures, details }: Match): ColumnDetails[] {
  if (measures.length > 0) return operation === 'rank' || operation === 'rank-change' ? measures.slice(0, 1) : measures;
  const all = details.columns.filter(({ role }) => role === 'measure');
  return operation === 'value' ? all : all.slice(0, 1);
}

function yearsFor(
  { years: selected, averages }: ParsedQuestion,
  { operation, time, measures }: Pick<Plan, 'operation' | 'time' | 'measures'>,
  ranksYears: boolean,
): number[] | MissingYears {
  if (time?.lowest === undefined || time.highest === undefined) return [];
  const overTime = ['change', 'rank-change', 'total', 'average'].includes(operation) || ranksYears;
  const years = resolveYears(selected, { first: time.lowest, last: time.highest }, overTime ? 'all' : 'latest');
  if ('missing' in years) return years;
  const addsYears = operation === 'total' || (operation === 'rank' && !ranksYears && !averages);
  if (addsYears && measures.some(({ kind }) => kind === 'stock')) return years.slice(-1);
  return operation === 'rank-change' ? years.filter((_, index) => index === 0 || index === years.length - 1) : years;
}

function groupsFor(operation: TableOperation, { details, chosen, named, each }: Match): ColumnDetails[] {
  const isDimension = ({ role }: ColumnDetails) => role === 'place' || role === 'category';
  const wanted = each.filter(isDimension);
  if (operation === 'rank' || operation === 'rank-change') {
    const target = wanted[0] ?? named.find(isDimension) ?? details.columns.find(({ role }) => role === 'place');
    return target ? [target] : [];
  }
  const open = details.columns.filter(
    (column) => column.role === 'category' && !chosen.some((one) => one.column === column),
  );
  const together = operation === 'total' || operation === 'average';
  // Places that are totaled still come as a row each, or one without figures would go unnoticed.
  const told = chosen.filter(({ values }) => !together || (values.length > 1 && wanted.length === 0));
  const groups = new Set([...told.map(({ column }) => column), ...wanted, ...open]);
  return details.columns.filter((column) => groups.has(column));
}

function keepsYears(operation: TableOperation, { each }: Match, time: ColumnDetails | null): boolean {
  if (!time) return false;
  return each.includes(time) || ['value', 'difference', 'change', 'rank-change'].includes(operation);
}

function scopeFor(
  language: Language,
  { chosen, details }: Match,
  groups: ColumnDetails[],
): Pick<Plan, 'scope' | 'isEverywhere'> {
  const outside = chosen.filter(({ column }) => !groups.includes(column));
  const scope = outside.map(({ values }) => phrasesOf(language).list(values));
  const [first] = details.columns.filter(({ role }) => role === 'place');
  const anyPlace = chosen.some(({ column }) => column.role === 'place') || groups.some(({ role }) => role === 'place');
  if (!first || anyPlace) return { scope, isEverywhere: false };
  return { scope: [phrasesOf(language).everywhere(first.title), ...scope], isEverywhere: true };
}

function isPooled({ details, chosen }: Match, groups: ColumnDetails[]): boolean {
  const place = details.columns.find(({ role }) => role === 'place');
  if (!place || groups.includes(place)) return false;
  return chosen.find(({ column }) => column === place)?.values.length !== 1;
}

function directionFor({ direction }: ParsedQuestion, [measure]: ColumnDetails[]): Plan['direction'] {
  if (direction === 'highest' || direction === 'lowest') return direction;
  return (direction === 'best') === (measure?.better !== 'lower') ? 'highest' : 'lowest';
}

/** "Top three", "the 5 cities": a small number that is not part of a name and does not count years. */
function countFor({ words, operation }: ParsedQuestion, { known }: Match): number {
  if (operation !== 'rank' && operation !== 'rank-change') return 1;
  const number = words.find(({ form, index }) => {
    const before = words[index - 1]?.form ?? '';
    return !known.has(index) && countOf(form) !== null && !/^(?:last|past|recent)$/.test(before);
  });
  if (number) return countOf(number.form) ?? 1;
  return words.some(({ form }) => form.startsWith('rank')) ? wholeRanking : 1;
}

const wholeRanking = 50;
