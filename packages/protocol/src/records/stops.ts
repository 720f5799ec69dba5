import { z } from 'zod';
import { actorSchema } from '../events/actor.ts';
import type { WorkspaceId } from '../ids.ts';
import { workspaceIdSchema } from '../ids.ts';

/** A person's stop of all work in a workspace, or in the whole server. That of one chat is in the chat's own log. */
export const stopSchema = z.strictObject({
  scope: z.union([z.literal('server'), workspaceIdSchema]),
  stoppedAt: z.int().min(0),
  by: actorSchema,
  /** Whether everything that was at work has been canceled; what starts with it unset goes on with that. */
  isSettled: z.boolean(),
});
export type Stop = z.infer<typeof stopSchema>;
export type StopScope = Stop['scope'];

/** All stops lie in one record, so that a transaction that starts work reads one. */
export const stopsRecordSchema = z.strictObject({ stopId: z.literal('all'), stops: z.array(stopSchema) });
export const stopsRecordId = 'all';

/** The stops in that record. One that can't be read counts as a stop of the server: nothing starts by mistake. */
export function readStops(record: { data: unknown; updatedAt: number } | null): Stop[] {
  if (!record) return [];
  const { data, success } = stopsRecordSchema.safeParse(record.data);
  if (success) return data.stops;
  return [{ scope: 'server', stoppedAt: Math.max(0, record.updatedAt) || 0, by: 'engine', isSettled: true }];
}

export function isStoppedBy(stops: readonly Stop[], workspaceId: WorkspaceId): boolean {
  return stops.some(({ scope }) => scope === 'server' || scope === workspaceId);
}

/** The stop as members of a workspace see it. */
export const workspaceStopSchema = z.strictObject({
  stop: z
    .strictObject({ scope: z.enum(['workspace', 'server']), stoppedAt: z.int(), by: actorSchema })
    .nullable()
    .describe('null while agents may work'),
});
export type WorkspaceStop = z.infer<typeof workspaceStopSchema>;

/** The server's stop counts before the workspace's own: it is the one to lift first. */
export function workspaceStopOf(stops: readonly Stop[], workspaceId: WorkspaceId): WorkspaceStop {
  const found =
    stops.find(({ scope }) => scope === 'server') ?? stops.find(({ scope }) => scope === workspaceId) ?? null;
  if (!found) return { stop: null };
  const { scope, stoppedAt, by } = found;
  return { stop: { scope: scope === 'server' ? 'server' : 'workspace', stoppedAt, by } };
}
