import type { Json } from '@retinue/server/extension';
import { unique } from '../tables/match.ts';
import type { Figures } from './figures.ts';

/** Charts of figures, as calls: lines over years, bars side by side. A single number is not drawn. */
export function chartCalls(figures: Figures[]): { name: string; args: Json }[] {
  const drawable = merged(figures).filter(({ points }) => points.length > 1);
  // Developments over years come first: they show the most.
  return [...drawable.filter(isOverTime), ...drawable.filter((one) => !isOverTime(one))]
    .slice(0, maxCharts)
    .map((one) =>
      isOverTime(one) && one.points.length > 2 ? chart('displayLineChart', one) : chart('displayBarChart', one),
    );
}

const maxCharts = 3;
const maxSeries = 8;
const maxPoints = { displayLineChart: 60, displayBarChart: 24 };

/** Puts figures of the same measure from several parts into one chart. */
function merged(figures: Figures[]): Figures[] {
  const groups = Map.groupBy(figures, ({ title, unit, axis }) => JSON.stringify([title, unit, axis]));
  return [...groups.values()].flatMap((members) => {
    const [first, second] = members;
    if (!first || !second) return members;
    const points = unique(members.flatMap((member) => member.points));
    const ordered = members.every(isOverTime) ? points.sort() : points;
    const names = unique(members.flatMap(({ series }) => series.map(({ name }) => name)));
    const series = names.map((name) => ({ name, values: ordered.map((point) => valueAt(members, name, point)) }));
    return [{ ...first, points: ordered, series }];
  });
}

function valueAt(members: Figures[], name: string, point: string): number | null {
  for (const { points, series } of members) {
    const value = series.find((one) => one.name === name)?.values[points.indexOf(point)];
    if (typeof value === 'number') return value;
  }
  return null;
}

function isOverTime({ points }: Figures): boolean {
  return points.every((point) => /^(?:19|20)\d\d$/.test(point));
}

function chart(name: keyof typeof maxPoints, figures: Figures): { name: string; args: Json } {
  const { title, unit } = figures;
  const points = figures.points.slice(0, maxPoints[name]);
  const series = figures.series
    .slice(0, maxSeries)
    .map((one) => ({ name: one.name, values: one.values.slice(0, points.length) }));
  return { name, args: { title, unit, points, series } };
}
