import { z } from 'zod';
import { readTool } from './read-tool.ts';

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
