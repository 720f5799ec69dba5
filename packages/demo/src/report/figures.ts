import type { Plan } from '../tables/plan.ts';
import type { ColumnDetails, ResultRow } from '../tables/replies.ts';
import { type Cell, cellsOf, groupNames, measureName, rounded, unitOfChange, yearIn, yearsOf } from './amounts.ts';
import { rankedByChange } from './ranking.ts';

/** Numbers of one measure: a row for each point, a column for each series. */
export interface Figures {
  title: string;
  unit: string;
  /** The kind of the points: years, cities, … */
  axis: string;
  points: string[];
  series: { name: string; values: (number | null)[] }[];
}

/** The numbers in a plan's rows, as they are drawn. */
export function figuresOf(plan: Plan, rows: ResultRow[]): Figures[] {
  if (plan.operation === 'rank-change') return changesOf(plan, rows);
  return plan.measures.flatMap((measure) => {
    // Means have more digits than people read.
    const cells = cellsOf(plan, rows, measure).map(({ row, value }) => ({ row, value: rounded(value, 3) }));
    const years = [...new Set(cells.map(({ row }) => yearIn(plan, row)))].sort();
    if (cells.length === 0) return [];
    const shape = { title: titleOf(plan, measure), unit: measure.unit ?? '' };
    const isOverYears = plan.timeInRows && years.length > 1;
    const drawn = isOverYears ? overYears(plan, measure, cells, years) : sideBySide(plan, measure, cells);
    return [{ ...shape, ...drawn }];
  });
}

/** The title names what the points do not: "Price (Electricity)". */
function titleOf(plan: Plan, measure: ColumnDetails): string {
  const name = measureName(plan, measure);
  const isTold = plan.groups.length === 0 || plan.isEverywhere || plan.scope.length === 0;
  return isTold ? name : `${name} (${plan.scope.join(', ')})`;
}

type Drawn = Pick<Figures, 'axis' | 'points' | 'series'>;

function overYears(plan: Plan, measure: ColumnDetails, cells: Cell[], points: string[]): Drawn {
  const groups = Map.groupBy(cells, ({ row }) => nameIn(plan, measure, row));
  const series = [...groups].map(([name, members]) => ({
    name,
    values: points.map((point) => members.find(({ row }) => yearIn(plan, row) === point)?.value ?? null),
  }));
  return { axis: plan.time?.title ?? '', points, series };
}

function sideBySide(plan: Plan, measure: ColumnDetails, cells: Cell[]): Drawn {
  const [first] = cells;
  const years = plan.timeInRows && first ? yearIn(plan, first.row) : yearsOf(plan).join('');
  return {
    axis: plan.groups.map(({ title }) => title).join(', ') || measure.title,
    points: cells.map(({ row }) => nameIn(plan, measure, row)),
    series: [{ name: years || measure.title, values: cells.map(({ value }) => value) }],
  };
}

function changesOf(plan: Plan, rows: ResultRow[]): Figures[] {
  const [measure] = plan.measures;
  const ranked = rankedByChange(plan, rows);
  if (!measure || ranked.length === 0) return [];
  const values = ranked.map(({ value }) => rounded(value, 3));
  return [
    {
      title: measure.title,
      unit: unitOfChange(measure.unit, plan.language) ?? '',
      axis: plan.groups[0]?.title ?? '',
      points: ranked.map(({ name }) => name),
      series: [{ name: `${plan.years.at(0)} → ${plan.years.at(-1)}`, values }],
    },
  ];
}

function nameIn(plan: Plan, measure: ColumnDetails, row: ResultRow): string {
  const names = plan.groups.length === 0 ? plan.scope : groupNames(plan, row);
  return names.filter(Boolean).join(', ') || measure.title;
}
