import type { Json } from '@retinue/server/extension';
import type { Figures } from './result.ts';

/** The drawings that figures come to, as calls: lines over years, bars side by side. A single number is not drawn. */
export function chartCalls(figures: Figures[]): { name: string; args: Json }[] {
  const drawable = merged(figures).filter(({ points }) => points.length > 1);
  // Developments over years come first: they say the most.
  return [...drawable.filter(isOverTime), ...drawable.filter((one) => !isOverTime(one))]
    .slice(0, maxCharts)
    .map((one) =>
      isOverTime(one) && one.points.length > 2 ? chart('displayLineChart', one) : chart('displayBarChart', one),
    );
}

const maxCharts = 3;
const maxSeries = 8;
const maxPoints = { displayLineChart: 60, displayBarChart: 24 };

/** Several parts may have brought figures of one measure: they belong in one drawing. */
function merged(figures: Figures[]): Figures[] {
  const groups = Map.groupBy(figures, ({ title, unit, axis }) => JSON.stringify([title, unit, axis]));
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first ? [members.length === 1 ? first : mergeTwoOrMore(first, members)] : [];
  });
}

function mergeTwoOrMore(first: Figures, members: Figures[]): Figures {
  const points = [...new Set(members.flatMap((member) => member.points))];
  const ordered = members.every(isOverTime) ? points.sort() : points;
  const names = [...new Set(members.flatMap(({ series }) => series.map(({ name }) => name)))];
  const series = names.map((name) => ({ name, values: ordered.map((point) => valueAt(members, name, point)) }));
  return { ...first, points: ordered, series };
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
