import { z } from 'zod';

/** The usage of a model call, as the log keeps it. */
export const usageSchema = z.strictObject({
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  reasoningTokens: z.int().min(0),
  cachedTokens: z.int().min(0),
  /** Estimated tokens of a crashed or cut attempt; the provider never reported them. */
  estimatedTokens: z.int().min(0),
  /** Millionths of a dollar, at the price of that moment. Absent where no price is known or the model is free. */
  costMicros: z.int().min(0).optional(),
});
export type Usage = z.infer<typeof usageSchema>;
