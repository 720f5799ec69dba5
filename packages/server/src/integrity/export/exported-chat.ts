import { eventSchema, eventTypes, type LogEvent, type Misfit, misfitOf, quotedMisfitsIn } from '@retinue/protocol';
import { withReasons } from '../../ports/log/stored-reasons.ts';

/*
 * A chat's whole tree in one file, as `export` writes it and `import` reads it:
 *
 *   { format: 'retinue-export', version: 2, exportedAt: <milliseconds>, events: [...], blobs: { <hash>: <content> } }
 *
 * Events are in the order of their positions. Blobs are the large results of the events, by SHA-256.
 */
export interface ExportedChat {
  format: typeof exportFormat;
  version: typeof exportVersion;
  exportedAt: number;
  events: LogEvent[];
  blobs: Record<string, string>;
}

export const exportFormat = 'retinue-export';
export const exportVersion = 2;
/** In version 1 reasons are sentences. */
export const readableVersions: readonly number[] = [1, exportVersion];

/** The first misfit of an event from outside; null for a valid one. */
export function eventMisfit(event: unknown): Misfit | null {
  const type = isObject(event) ? event.type : undefined;
  if (!eventTypes.some((known) => known === type))
    return misfitOf('type', 'unknown-event-type', type === undefined ? {} : { type });
  const { error } = eventSchema.safeParse(event);
  return error ? (quotedMisfitsIn(error)[0] ?? null) : null;
}

/** A valid event from outside, whichever release wrote it. */
export function asRead(event: LogEvent): LogEvent {
  return { ...event, data: withReasons(event.type, event.data) } as LogEvent;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
