import type { Event } from '@retinue/protocol';
import { eventSchema, eventTypes } from '@retinue/protocol';

/*
 * A chat's whole tree in one file, as `export` writes it and `import` reads it:
 *
 *   { format: 'retinue-export', version: 1, exportedAt: <milliseconds>, events: [...], blobs: { <hash>: <content> } }
 *
 * Events stand in the order of their positions. Blobs are the large results that the events name, by SHA-256.
 */
export interface ExportedChat {
  format: typeof exportFormat;
  version: typeof exportVersion;
  exportedAt: number;
  events: Event[];
  blobs: Record<string, string>;
}

export const exportFormat = 'retinue-export';
export const exportVersion = 1;

/** What is wrong with an event from outside, in words; null for a whole one. */
export function eventProblem(event: unknown): string | null {
  const type = isObject(event) ? event.type : undefined;
  if (!eventTypes.some((known) => known === type))
    return `its type ${JSON.stringify(type) ?? 'is missing:'} is unknown`;
  const parsed = eventSchema.safeParse(event);
  if (parsed.success) return null;
  const [issue] = parsed.error.issues;
  return `${issue?.path.join('.') || 'it'}: ${issue?.message}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
