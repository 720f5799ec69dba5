import type { z } from 'zod';
import type { Json } from '../ports/model.ts';
import type { Tool } from '../ports/tool.ts';

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
