import { phrasesOf } from '../language/phrases.ts';
import type { Plan } from '../tables/plan.ts';
import type { ColumnDetails, ResultRow } from '../tables/replies.ts';
import { rankedByChange } from './ranking.ts';
import { cellsOf, measureName, yearsOf } from './report-text.ts';
import type { Figures } from './result.ts';

/** The numbers that a plan's rows hold, in the shape in which they are drawn. */
export function figuresOf(plan: Plan, rows: ResultRow[]): Figures[] {
  if (plan.operation === 'rank-change') return changesOf(plan, rows);
  return plan.measures.flatMap((measure) => {
    const cells = cellsOf(plan, rows, measure).map(({ row, value }) => ({ row, value: rounded(value) }));
    const years = new Set(cells.map(({ row }) => yearIn(plan, row)));
    if (cells.length === 0) return [];
    const shape = { title: titleOf(plan, measure), unit: measure.unit ?? '' };
    return [
      plan.timeInRows && years.size > 1
        ? overTime(plan, measure, cells, shape)
        : sideBySide(plan, measure, cells, shape),
    ];
  });
}

/** The title names what the points do not: "Price (Electricity)". */
function titleOf(plan: Plan, measure: ColumnDetails): string {
  const name = measureName(plan, measure);
  const isTold = plan.groups.length === 0 || plan.isEverywhere || plan.scope.length === 0;
  return isTold ? name : `${name} (${plan.scope.join(', ')})`;
}

type Cell = { row: ResultRow; value: number };
type Shape = Pick<Figures, 'title' | 'unit'>;

function overTime(plan: Plan, measure: ColumnDetails, cells: Cell[], shape: Shape): Figures {
  const points = [...new Set(cells.map(({ row }) => yearIn(plan, row)))].sort();
  const groups = Map.groupBy(cells, ({ row }) => nameIn(plan, measure, row));
  const series = [...groups].map(([name, members]) => ({
    name,
    values: points.map((point) => members.find(({ row }) => yearIn(plan, row) === point)?.value ?? null),
  }));
  return { ...shape, axis: plan.time?.title ?? '', points, series };
}

function sideBySide(plan: Plan, measure: ColumnDetails, cells: Cell[], shape: Shape): Figures {
  const [first] = cells;
  const years = plan.timeInRows && first ? yearIn(plan, first.row) : yearsOf(plan).join('');
  return {
    ...shape,
    axis: plan.groups.map(({ title }) => title).join(', ') || measure.title,
    points: cells.map(({ row }) => nameIn(plan, measure, row)),
    series: [{ name: years || measure.title, values: cells.map(({ value }) => value) }],
  };
}

function changesOf(plan: Plan, rows: ResultRow[]): Figures[] {
  const [measure] = plan.measures;
  const ranked = rankedByChange(plan, rows);
  if (!measure || ranked.length === 0) return [];
  const unit = measure.unit === '%' ? phrasesOf(plan.language).percentagePoints : (measure.unit ?? '');
  return [
    {
      title: measure.title,
      unit,
      axis: plan.groups[0]?.title ?? '',
      points: ranked.map(({ name }) => name),
      series: [
        { name: `${plan.years.at(0)} → ${plan.years.at(-1)}`, values: ranked.map(({ value }) => rounded(value)) },
      ],
    },
  ];
}

function nameIn(plan: Plan, measure: ColumnDetails, row: ResultRow): string {
  const groups = plan.groups.map(({ name }) => String(row[name] ?? ''));
  return [...groups, ...(groups.length === 0 ? plan.scope : [])].filter(Boolean).join(', ') || measure.title;
}

function yearIn({ time }: Plan, row: ResultRow): string {
  return String(row[time?.name ?? ''] ?? '');
}

/** Means have more digits than anybody reads. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
