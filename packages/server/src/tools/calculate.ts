import { z } from 'zod';
import { evaluate } from './expression.ts';
import { readTool } from './read-tool.ts';

export const calculate = readTool({
  name: 'calculate',
  description:
    'Work out an arithmetic expression: + - * / ^ % (remainder), parentheses, and the functions sum, mean, median, min, max, ' +
    'round(value, digits), abs, sqrt, floor, ceil. Write numbers without thousands separators.',
  input: z.strictObject({
    expression: z.string().min(1).max(2_000).describe('E.g. "round((128 - 96) / 96 * 100, 1)"'),
  }),
  run: ({ expression }) => ({ expression, value: evaluate(expression) }),
});
