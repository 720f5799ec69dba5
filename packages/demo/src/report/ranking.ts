import { phrasesOf } from '../language/phrases.ts';
import { type Plan, resultColumn } from '../tables/plan.ts';
import type { ColumnDetails, ResultRow } from '../tables/replies.ts';
import { difference, formatAmount, formatChange } from './amounts.ts';
import { type Calculate, yearsOf } from './report-text.ts';

export function reportRanking(plan: Plan, rows: ResultRow[], work: Calculate): string[] {
  const phrases = phrasesOf(plan.language);
  const [measure] = plan.measures;
  const ranked = plan.operation === 'rank' ? rankedByValue(plan, rows) : rankedByChange(plan, rows);
  const [first] = ranked;
  if (!measure || !first) return [];
  const tell = (entry: Ranked) => phrases.entry(entry.name, tellEntry(plan, measure, entry, work));
  const shown = ranked.slice(0, Math.max(plan.count, 1));
  const list =
    shown.length === 1 ? tell(first) : shown.map((entry, index) => `${index + 1}. ${tell(entry)}`).join(', ');
  const others = plan.count === 1 ? ranked.slice(1) : [];
  const ties = others.filter(({ value }) => value === first.value).map(({ name }) => name);
  const next = others
    .slice(0, 2)
    .filter(({ value }) => value !== first.value)
    .map((entry) => `${entry.name} (${shortValue(plan, measure, entry)})`);
  const scope = [...(plan.isEverywhere ? plan.scope.slice(1) : plan.scope), ...yearsIn(plan)].join(', ');
  const ofChange = plan.operation === 'rank-change';
  const name = plan.averages && !ofChange ? phrases.average(measure.title) : measure.title;
  return [
    phrases.ranking({ name, isHighest: plan.direction === 'highest', ofChange, scope, list }) +
      (ties.length > 0 ? phrases.levelWith(ties) : '') +
      (next.length > 0 ? phrases.next(next) : ''),
  ];
}

interface Ranked {
  name: string;
  value: number;
  from: number;
  to: number;
}

function rankedByValue(plan: Plan, rows: ResultRow[]): Ranked[] {
  const key = plan.groups[0]?.name ?? plan.time?.name ?? '';
  const column = resultColumn(plan);
  return rows.flatMap((row) => {
    const value = row[column];
    return typeof value === 'number' ? [{ name: String(row[key]), value, from: value, to: value }] : [];
  });
}

export function rankedByChange(plan: Plan, rows: ResultRow[]): Ranked[] {
  const [key, time, column] = [plan.groups[0]?.name ?? '', plan.time?.name ?? '', resultColumn(plan)];
  const groups = Map.groupBy(rows, (row) => String(row[key]));
  const at = (members: ResultRow[], year: number | undefined) => members.find((row) => row[time] === year)?.[column];
  const sign = plan.direction === 'highest' ? -1 : 1;
  return [...groups]
    .flatMap(([name, members]) => {
      const [from, to] = [at(members, plan.years.at(0)), at(members, plan.years.at(-1))];
      return typeof from === 'number' && typeof to === 'number'
        ? [{ name, from, to, value: difference(from, to).value }]
        : [];
    })
    .sort((left, right) => sign * (left.value - right.value));
}

function yearsIn(plan: Plan): string[] {
  return plan.operation === 'rank' ? yearsOf(plan) : [`${plan.years.at(0)}–${plan.years.at(-1)}`];
}

function tellEntry(plan: Plan, measure: ColumnDetails, { from, to, value }: Ranked, work: Calculate): string {
  if (plan.operation === 'rank') return formatAmount(value, measure.unit);
  const change = formatChange(work(difference(from, to)), measure.unit, plan.language);
  const fromTo = phrasesOf(plan.language).fromTo(formatAmount(from, measure.unit), formatAmount(to, measure.unit));
  return `${change} (${fromTo})`;
}

function shortValue(plan: Plan, measure: ColumnDetails, { value }: Ranked): string {
  return plan.operation === 'rank'
    ? formatAmount(value, measure.unit)
    : formatChange(value, measure.unit, plan.language);
}
