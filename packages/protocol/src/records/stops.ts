import { z } from 'zod';
import { actorSchema } from '../events/event-parts.ts';

/** The stop as members of a workspace see it. */
export const workspaceStopSchema = z.strictObject({
  stop: z
    .strictObject({ scope: z.enum(['workspace', 'server']), stoppedAt: z.int(), by: actorSchema })
    .nullable()
    .describe('null while agents may work'),
});
export type WorkspaceStop = z.infer<typeof workspaceStopSchema>;
