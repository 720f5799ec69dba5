import type { Actor, WorkspaceId, WorkspaceStop } from '@retinue/protocol';
import { actorSchema, workspaceIdSchema } from '@retinue/protocol';
import { z } from 'zod';

/** Stops of all work in a workspace or in the server, which hold until a person resumes it. */
export interface Stops {
  /** As last read or written; the record decides, in the transaction that would start work. */
  list(): readonly Stop[];
  isStopped(workspaceId: WorkspaceId): boolean;
  add(scope: StopScope, by: Actor): Promise<Stop>;
  remove(scope: StopScope): Promise<void>;
  /** All running work has been canceled. */
  settle(scope: StopScope): Promise<void>;
  /** Called after a stop was added or removed. */
  onChange(listener: () => void): Disposable;
}

/** A person's stop of all work in a workspace, or in the whole server. That of one chat is in the chat's own log. */
const stopSchema = z.strictObject({
  scope: z.union([z.literal('server'), workspaceIdSchema]),
  stoppedAt: z.int().min(0),
  by: actorSchema,
  /** Whether all running work has been canceled; a server that starts with it unset continues to cancel. */
  isSettled: z.boolean(),
});
export type Stop = z.infer<typeof stopSchema>;
export type StopScope = Stop['scope'];

/** All stops are in one record, so that a transaction that starts work reads one. */
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

/** The server's stop counts before the workspace's own: it is the one to lift first. */
export function workspaceStopOf(stops: readonly Stop[], workspaceId: WorkspaceId): WorkspaceStop {
  const found =
    stops.find(({ scope }) => scope === 'server') ?? stops.find(({ scope }) => scope === workspaceId) ?? null;
  if (!found) return { stop: null };
  const { scope, stoppedAt, by } = found;
  return { stop: { scope: scope === 'server' ? 'server' : 'workspace', stoppedAt, by } };
}
