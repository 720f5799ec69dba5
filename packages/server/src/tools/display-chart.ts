import { type Chart, chartShape } from '@retinue/protocol';
import { z } from 'zod';
import { readTool } from './read-tool.ts';

/* A chart call has no effect: its result is the chart as numbers, which every view of the thread draws. */
export const displayLineChart = readTool({
  name: 'displayLineChart',
  description:
    'Draw how something went over time, as lines for the person to see: one line per place or kind, all in one unit. ' +
    'Use the exact values that came back, then answer in words; do not repeat the values there.',
  input: chartInput(),
  run: (drawing): Chart => ({ kind: 'line', ...drawing }),
});

export const displayBarChart = readTool({
  name: 'displayBarChart',
  description:
    'Draw a ranking or a comparison as bars for the person to see: one bar per place or kind, all in one unit, in the ' +
    'order in which they matter. Use the exact values that came back.',
  input: chartInput(),
  run: (drawing): Chart => ({ kind: 'bar', ...drawing }),
});

function chartInput() {
  return z.strictObject(chartShape).superRefine(({ points, series }, context) => {
    for (const [index, { name, values }] of series.entries()) {
      if (values.length === points.length) continue;
      const message = `"${name}" has ${values.length} values for ${points.length} points: give one for each, null where there is none`;
      context.addIssue({ code: 'custom', message, path: ['series', index, 'values'] });
    }
    if (new Set(points).size < points.length)
      context.addIssue({ code: 'custom', message: 'each point may stand there once', path: ['points'] });
    if (series.every(({ values }) => values.every((value) => value === null)))
      context.addIssue({ code: 'custom', message: 'there is no value to draw', path: ['series'] });
  });
}
