import { difference, formatAmount, formatChange } from './amounts.ts';
import { type Plan, resultColumn } from './plan.ts';
import type { Column, Row } from './replies.ts';
import { small, type Work, yearsOf } from './report-words.ts';

export function reportRanking(plan: Plan, rows: Row[], work: Work): string[] {
  const [measure] = plan.measures;
  const ranked = plan.operation === 'rank' ? rankedByValue(plan, rows) : rankedByChange(plan, rows);
  const [first] = ranked;
  if (!measure || !first) return [];
  const shown = ranked.slice(0, Math.max(plan.count, 1));
  const next = plan.count === 1 ? ranked.slice(1, 3) : [];
  const tell = (entry: Ranked) => `${entry.name} with ${tellEntry(plan, measure, entry, work)}`;
  const heading = `${headingOf(plan, measure)} (${[...plan.scope.filter((part) => !part.startsWith('all ')), ...yearsIn(plan)].join(', ')})`;
  const list =
    shown.length === 1 ? tell(first) : shown.map((entry, index) => `${index + 1}. ${tell(entry)}`).join(', ');
  const ties =
    plan.count === 1
      ? ranked
          .slice(1)
          .filter(({ value }) => value === first.value)
          .map(({ name }) => name)
      : [];
  const tied = ties.length > 0 ? `, level with ${ties.join(' and ')}` : '';
  const others = next
    .filter(({ value }) => value !== first.value)
    .map((entry) => `${entry.name} (${shortValue(plan, measure, entry)})`);
  return [`${heading}: ${list}${tied}${others.length > 0 ? `; next ${others.join(', ')}` : ''}`];
}

interface Ranked {
  name: string;
  value: number;
  from: number;
  to: number;
}

function rankedByValue(plan: Plan, rows: Row[]): Ranked[] {
  const key = plan.groups[0]?.name ?? plan.time?.name ?? '';
  const column = resultColumn(plan);
  return rows.flatMap((row) => {
    const value = row[column];
    return typeof value === 'number' ? [{ name: String(row[key]), value, from: value, to: value }] : [];
  });
}

function rankedByChange(plan: Plan, rows: Row[]): Ranked[] {
  const [key, time, column] = [plan.groups[0]?.name ?? '', plan.time?.name ?? '', resultColumn(plan)];
  const groups = Map.groupBy(rows, (row) => String(row[key]));
  const at = (members: Row[], year: number | undefined) => members.find((row) => row[time] === year)?.[column];
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

function headingOf(plan: Plan, measure: Column): string {
  const title = small(measure.title);
  if (plan.operation === 'rank')
    return `${plan.direction === 'highest' ? 'Highest' : 'Lowest'} ${plan.averages ? 'average ' : ''}${title}`;
  return plan.direction === 'highest' ? `Largest rise in ${title}` : `Largest fall in ${title}`;
}

function yearsIn(plan: Plan): string[] {
  return plan.operation === 'rank' ? yearsOf(plan) : [`${plan.years.at(0)} to ${plan.years.at(-1)}`];
}

function tellEntry(plan: Plan, measure: Column, { from, to, value }: Ranked, work: Work): string {
  if (plan.operation === 'rank') return formatAmount(value, measure.unit);
  const change = formatChange(work(difference(from, to)), measure.unit);
  return `${change} (from ${formatAmount(from, measure.unit)} to ${formatAmount(to, measure.unit)})`;
}

function shortValue(plan: Plan, measure: Column, { value }: Ranked): string {
  return plan.operation === 'rank' ? formatAmount(value, measure.unit) : formatChange(value, measure.unit);
}
