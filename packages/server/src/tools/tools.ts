import { type Chart, chartShape } from '@retinue/protocol';
import { z } from 'zod';
import type { Json } from '../ports/engine/model.ts';
import type { Tool, Tools } from '../ports/engine/tool.ts';
import { evaluate } from './expression.ts';

export function createTools(tools: Tool[]): Tools {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length)
    throw new Error(`Two tools have the same name: ${tools.map(({ name }) => name).join(', ')}.`);
  return { find: (name) => byName.get(name) ?? null, list: () => tools };
}

/** Adds a tool that can be called and is not offered for agents. */
export function withHiddenTool(tools: Tools, tool: Tool): Tools {
  return { find: (name) => (name === tool.name ? tool : tools.find(name)), list: () => tools.list() };
}

/** A tool that only reads and reaches nothing outside: it can run twice, and needs no approval. */
export function readTool<Input extends z.ZodType>(tool: {
  name: string;
  description: string;
  input: Input;
  run(args: z.infer<Input>): Json;
}): Tool {
  return {
    ...tool,
    effect: 'read',
    reach: 'internal',
    timeoutMs: 10_000,
    outputBytes: 64 * 1024,
    run: async (args: z.infer<Input>) => tool.run(args),
  };
}

const calculate = readTool({
  name: 'calculate',
  description:
    'Work out an arithmetic expression: + - * / ^ % (remainder), parentheses, and the functions sum, mean, median, min, max, ' +
    'round(value, digits), abs, sqrt, floor, ceil. Write numbers without thousands separators.',
  input: z.strictObject({
    expression: z.string().min(1).max(2_000).describe('E.g. "round((128 - 96) / 96 * 100, 1)"'),
  }),
  run: ({ expression }) => ({ expression, value: evaluate(expression) }),
});

/* A chart call has no effect: its result is the chart's numbers, which every view of the thread draws. */
const displayLineChart = readTool({
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
      context.addIssue({ code: 'custom', message: 'each point may appear once', path: ['points'] });
    if (series.every(({ values }) => values.every((value) => value === null)))
      context.addIssue({ code: 'custom', message: 'there is no value to draw', path: ['series'] });
  });
}

export const suggestFollowUps = readTool({
  name: 'suggestFollowUps',
  description:
    'Offer the person questions to ask next, just before you answer. Each must be complete in itself and one that you can answer.',
  input: z.strictObject({
    questions: z
      .array(z.string().trim().min(1).max(300))
      .min(1)
      .max(5)
      .describe('One to five questions, as the person would ask them'),
  }),
  run: ({ questions }) => ({ questions: [...new Set(questions)] }),
});

export const builtInTools: Tool[] = [calculate, displayLineChart, displayBarChart, suggestFollowUps];
