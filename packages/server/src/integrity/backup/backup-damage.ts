import { damageReasons, damageText } from '@retinue/protocol';
import { z } from 'zod';
import type { Ask, Columns } from '../../ports/log/sql.ts';
import { tables } from '../../read-models/projector.ts';

/*
 * Damage in a backup. A damaged event is written as it is stored, in its place among the others. The rows of its chat
 * follow, since they can't be rebuilt from its events. A note for each damage informs the person who restores the file.
 */
const text = z.string();
const integer = z.int();
export const storedEventSchema = z.strictObject({
  position: z.int().min(1),
  workspaceId: text,
  rootId: text,
  threadId: text,
  seq: integer,
  type: integer,
  at: integer,
  actor: text.nullable(),
  commandId: text.nullable(),
  data: text,
  checksum: integer.nullable(),
});
export type StoredEventLine = z.infer<typeof storedEventSchema>;

/** Names of columns become part of a statement. */
const columnSchema = z.string().regex(/^[a-z_]{1,40}$/);
export const storedRowSchema = z.strictObject({
  table: z.enum(tables),
  values: z.record(columnSchema, z.union([text, z.number(), z.null()])),
});
export type StoredRowLine = z.infer<typeof storedRowSchema>;

const threadNote = {
  kind: z.literal('thread'),
  rootId: text,
  threadId: text,
  seq: integer.nullable(),
  reason: z.enum(damageReasons),
  title: text,
};
export const damageNoteSchema = z.discriminatedUnion('kind', [
  z.strictObject(threadNote),
  /** A large result, and the chats that name it. */
  z.strictObject({ kind: z.literal('blob'), hash: text, rootIds: z.array(text) }),
  /** A chat that can be used, with a link that does not hold; found by a restore. */
  z.strictObject({ kind: z.literal('link'), rootId: text, problem: text }),
  z.strictObject({ kind: z.literal('record'), workspaceId: text, recordKind: text, id: text }),
]);
export type DamageNote = z.infer<typeof damageNoteSchema>;

/** A note as a sentence with its consequence. */
export function damageNoteText(note: DamageNote): string {
  if (note.kind === 'blob') {
    const chats = note.rootIds.length > 0 ? ` of chat ${note.rootIds.join(', ')}` : '';
    return `A large result${chats} is not what was written (${note.hash.slice(0, 12)}…). It is left out.`;
  }
  if (note.kind === 'record')
    return `The ${note.recordKind} ${note.id} of ${note.workspaceId} can't be read. It is left out, and defaults are used.`;
  if (note.kind === 'link') return `Chat ${note.rootId} has a problem that verify reports: ${note.problem}`;
  const part = note.threadId === note.rootId ? '' : ` in sub-agent ${note.threadId}`;
  return `Chat ${note.rootId} "${note.title}" is damaged${part}: ${damageText(note)}. It is kept as it is stored.`;
}

export function storedEventLine(row: Columns): StoredEventLine {
  return {
    position: Number(row.position),
    workspaceId: String(row.workspace_id),
    rootId: String(row.root_id),
    threadId: String(row.thread_id),
    seq: toInteger(row.seq),
    type: toInteger(row.type),
    at: toInteger(row.at),
    actor: row.actor === null ? null : String(row.actor),
    commandId: row.command_id === null ? null : String(row.command_id),
    data: String(row.data),
    checksum: row.checksum === null ? null : toInteger(row.checksum),
  };
}

const insertNumber = 'INSERT INTO thread_number (id, workspace_id) VALUES (?, ?) ON CONFLICT (id) DO NOTHING';

function toInteger(value: unknown): number {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : 0;
}

/** Writes an event back as it was stored, damage included. Its thread may have no first event. */
export async function writeStoredEvent(ask: Ask, event: StoredEventLine): Promise<void> {
  const { position, workspaceId, rootId, threadId, seq, type, at, actor, commandId, data, checksum } = event;
  for (const id of [rootId, threadId]) await ask(insertNumber, [id, workspaceId]);
  const numberOf = '(SELECT number FROM thread_number WHERE id = ?)';
  await ask(
    `INSERT INTO log_event (position, root, thread, seq, type, at, actor, command_id, data, checksum)
    VALUES (?, ${numberOf}, ${numberOf}, ?, ?, ?, ?, ?, ?, ?)`,
    [position, rootId, threadId, seq, type, at, actor === 'engine' ? null : actor, commandId, data, checksum],
  );
}
