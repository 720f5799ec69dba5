import { z } from 'zod';

/*
 * A chart as numbers: an agent's input, the log's record, and the data that a terminal or a page draws. The points are
 * on the horizontal axis; every series has one value, or none, for each of them.
 */
const seriesSchema = z.strictObject({
  name: z.string().min(1).max(80).describe('The subject of the values, e.g. a place'),
  values: z.array(z.number().nullable()).min(1).max(60).describe('One value for each point; null if there is none'),
});

export const chartShape = {
  title: z.string().min(1).max(160).describe('The measure, in a few words'),
  unit: z.string().max(40).describe('The unit of all values; empty if there is none'),
  points: z
    .array(z.string().min(1).max(80))
    .min(1)
    .max(60)
    .describe('The labels along the axis, e.g. years or places, in the order in which they are drawn'),
  series: z.array(seriesSchema).min(1).max(8).describe('One or several rows of values over the same points'),
};

export const chartSchema = z.strictObject({ kind: z.enum(['line', 'bar']), ...chartShape });
export type Chart = z.infer<typeof chartSchema>;

/** Tools that draw, by the kind of chart. Views of a thread find its charts by these names. */
export const chartTools = { displayLineChart: 'line', displayBarChart: 'bar' } as const satisfies Record<
  string,
  Chart['kind']
>;

/** The chart of a call; null if it drew nothing, or nothing that can be read. */
export function chartOf(call: { name: string; status: string; output: { value: unknown } | null }): Chart | null {
  if (!Object.hasOwn(chartTools, call.name) || call.status !== 'done') return null;
  const chart = chartSchema.safeParse(call.output?.value);
  return chart.success ? chart.data : null;
}
