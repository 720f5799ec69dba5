import { z } from 'zod';

/** A running backup or check of the store: rows of a backup, chats of a check. */
export const jobProgressSchema = z.strictObject({
  kind: z.enum(['backup', 'verify']),
  done: z.int().min(0),
  /** Null until the job has counted. */
  total: z.int().min(0).nullable(),
});
export type JobProgress = z.infer<typeof jobProgressSchema>;
