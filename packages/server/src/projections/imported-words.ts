import type { ThreadState } from '@retinue/protocol';

/** Who imported a chat, when, and how old its file was. */
export function importedWords({ at, by, exportedAt }: NonNullable<ThreadState['imported']>): string {
  const who = by.startsWith('person:') ? by.slice('person:'.length) : by;
  return `Imported by ${who} at ${new Date(at).toISOString()}, exported at ${new Date(exportedAt).toISOString()}`;
}
