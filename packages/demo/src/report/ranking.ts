import { phrasesOf } from '../language/phrases.ts';
import { type Plan, resultColumn } from '../tables/plan.ts';
import type { ResultRow } from '../tables/replies.ts';
import { type Calculate, cellsOf, difference, formatAmount, formatChange, yearsOf } from './amounts.ts';

export function reportRanking(plan: Plan, rows: ResultRow[], work: Calculate): string[] {
  const phrases = phrasesOf(plan.language);
  const [measure] = plan.measures;
  const ofChange = plan.operation === 'rank-change';
  const ranked = ofChange ? rankedByChange(plan, rows) : rankedByValue(plan, rows);
  const [first] = ranked;
  if (!measure || !first) return [];
  const { unit } = measure;
  const amount = (value: number) => (ofChange ? formatChange(value, unit, plan.language) : formatAmount(value, unit));
  const tell = ({ name, value, from, to }: Ranked) => {
    if (!ofChange) return phrases.entry(name, amount(value));
    const fromTo = phrases.fromTo(formatAmount(from, unit), formatAmount(to, unit));
    return phrases.entry(name, `${amount(work(difference(from, to)))} (${fromTo})`);
  };
  const shown = ranked.slice(0, Math.max(plan.count, 1));
  const list =
    shown.length === 1 ? tell(first) : shown.map((entry, index) => `${index + 1}. ${tell(entry)}`).join(', ');
  const others = plan.count === 1 ? ranked.slice(1) : [];
  const ties = others.filter(({ value }) => value === first.value).map(({ name }) => name);
  const next = others.slice(0, 2).filter(({ value }) => value !== first.value);
  const years = ofChange ? [`${plan.years.at(0)}–${plan.years.at(-1)}`] : yearsOf(plan);
  const scope = [...(plan.isEverywhere ? plan.scope.slice(1) : plan.scope), ...years].join(', ');
  const name = plan.averages && !ofChange ? phrases.average(measure.title) : measure.title;
  return [
    phrases.ranking({ name, isHighest: plan.direction === 'highest', ofChange, scope, list }) +
      (ties.length > 0 ? phrases.levelWith(ties) : '') +
      (next.length > 0 ? phrases.next(next.map((entry) => `${entry.name} (${amount(entry.value)})`)) : ''),
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
  return cellsOf(plan, rows).map(({ row, value }) => ({ name: String(row[key]), value, from: value, to: value }));
}

export function rankedByChange(plan: Plan, rows: ResultRow[]): Ranked[] {
  const [key, time, column] = [plan.groups[0]?.name ?? '', plan.time?.name ?? '', resultColumn(plan)];
  const groups = Map.groupBy(rows, (row) => String(row[key]));
  const at = (members: ResultRow[], year: number | undefined) => members.find((row) => row[time] === year)?.[column];
  const sign = plan.direction === 'highest' ? -1 : 1;
  return [...groups]
    .flatMap(([name, members]) => {
      const [from, to] = [at(members, plan.years.at(0)), at(members, plan.years.at(-1))];
      const isWhole = typeof from === 'number' && typeof to === 'number';
      return isWhole ? [{ name, from, to, value: difference(from, to).value }] : [];
    })
    .sort((left, right) => sign * (left.value - right.value));
}
