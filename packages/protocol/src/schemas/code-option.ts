import { z } from 'zod';

/** One of several shapes that a code tells apart. */
export function codeOption<Code extends string, Shape extends z.core.$ZodLooseShape>(code: Code, shape: Shape) {
  return z.strictObject({ code: z.literal(code), ...shape });
}
