import { createHash } from 'node:crypto';
import type { Event } from '@retinue/protocol';
import { maxTimestamp, workspaceIdSchema } from '@retinue/protocol';
import { z } from 'zod';
import { isWholeBlob } from '../../log/format/blobs.ts';
import { StoreError } from '../../log/store-error.ts';
import type { Blob } from '../../ports/event-log.ts';
import { recordKinds } from '../../ports/records.ts';
import { eventProblem } from '../export/exported-chat.ts';
import type { DamageNote, StoredEventLine, StoredRowLine } from './backup-damage.ts';
import { damageNoteSchema, storedEventSchema, storedRowSchema } from './backup-damage.ts';
import { LineOrder } from './backup-order.ts';

/*
 * A backup is lines of JSON: a head, then blobs, requests, records and events (by position), what there is to say of damage
 * (see backup-damage.ts), then an end that counts them and has the SHA-256 of everything before it. A file that was cut off
 * or changed is therefore never taken for a whole one.
 */
export const backupFormat = 'retinue-backup';
export const backupVersion = 1;

export const backedUpRequestSchema = z.strictObject({
  workspaceId: z.string(),
  key: z.string(),
  request: z.string(),
  reply: z.string(),
  at: z.int(),
});
export const backedUpRecordSchema = z.strictObject({
  workspaceId: workspaceIdSchema,
  kind: z.enum(recordKinds),
  id: z.string().min(1),
  version: z.int().min(1),
  data: z.json(),
  updatedAt: z.int(),
});
const blobSchema = z.strictObject({ hash: z.string(), content: z.string() });
const endSchema = z.strictObject({
  blobs: z.int(),
  requests: z.int(),
  /** The first backups held no records. */
  records: z.int().default(0),
  events: z.int(),
  /** Only in backups of stores with damage. */
  stored: z.int().default(0),
  damage: z.int().default(0),
  rows: z.int().default(0),
  sha256: z.string(),
});

export type Kept =
  | { blob: Blob }
  | { request: z.infer<typeof backedUpRequestSchema> }
  | { record: z.input<typeof backedUpRecordSchema> }
  | { event: Event }
  | { stored: StoredEventLine }
  | { damage: DamageNote }
  | { row: StoredRowLine };
/** What the first line says. Backups of earlier releases lack the log's head and the release. */
const headSchema = z.object({
  format: z.literal(backupFormat),
  version: z.literal(backupVersion),
  backedUpAt: z.int().min(0).max(maxTimestamp),
  /** The last position that was given, also if its event is gone: positions are never given again. */
  head: z.int().min(0).optional(),
  release: z.string().optional(),
});
export type BackupHead = z.infer<typeof headSchema>;
export type BackupLine = BackupHead | Kept | { end: z.input<typeof endSchema> };

/** Sign-ins stay where they were made. Backups of earlier releases hold some. */
export function isSignIn(kind: string): boolean {
  return kind === 'session' || kind === 'set-up';
}

/** The door for a backup: what it keeps, line by line. Throws in words at the first line that is not as it must be. */
export async function* readBackup(lines: AsyncIterable<string>): AsyncGenerator<BackupPiece> {
  const tally = newTally();
  const hash = createHash('sha256');
  let number = 0;
  let isEnded = false;
  const order = new LineOrder();
  for await (const text of lines) {
    number += 1;
    if (isEnded) throw bad(`line ${number} comes after its end`);
    const line = parseLine(text, number);
    if (number === 1) yield { head: checkHead(line) };
    else if ('end' in line) {
      checkEnd(line.end, tally, hash.digest('hex'));
      isEnded = true;
      continue;
    } else {
      const kept = checkKept(line, number, order);
      tallyLine(tally, kept);
      yield { kept, bytes: text.length };
    }
    hash.update(`${text}\n`);
  }
  if (number === 0) throw bad('it is empty');
  if (!isEnded) throw bad(`it ends after line ${number} without its last line: it was cut off`);
}

export type BackupPiece = { head: BackupHead } | { kept: Kept; bytes: number };

const counters = {
  blob: 'blobs',
  request: 'requests',
  record: 'records',
  event: 'events',
  stored: 'stored',
  damage: 'damage',
  row: 'rows',
} as const;

export type Tally = Record<(typeof counters)[keyof typeof counters], number>;

export function newTally(): Tally {
  return { blobs: 0, requests: 0, records: 0, events: 0, stored: 0, damage: 0, rows: 0 };
}

/** Counts one line. */
export function tallyLine(tally: Tally, kept: Kept): void {
  const [key = 'event'] = Object.keys(kept) as (keyof typeof counters)[];
  tally[counters[key]] += 1;
}

function parseLine(text: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below, like any other line that is no object.
  }
  throw bad(
    `line ${number} is no line of JSON${number === 1 ? ', so it is no backup' : ': it was cut off or changed'}`,
  );
}

function checkHead(line: Record<string, unknown>): BackupHead {
  if (line.format !== backupFormat) throw bad(`its first line has no "format": "${backupFormat}"`);
  if (line.version !== backupVersion)
    throw bad(`it has version ${JSON.stringify(line.version)}; this Retinue reads version ${backupVersion}`);
  const parsed = headSchema.safeParse(line);
  if (!parsed.success) throw bad("its first line can't be read");
  return parsed.data;
}

function checkKept(line: Record<string, unknown>, number: number, order: LineOrder): Kept {
  const blob = blobSchema.safeParse(line.blob);
  if (blob.success) {
    if (!isWholeBlob(blob.data)) throw bad(`line ${number}: blob ${blob.data.hash} has other content`);
    return { blob: blob.data };
  }
  const request = backedUpRequestSchema.safeParse(line.request);
  if (request.success && workspaceIdSchema.safeParse(request.data.workspaceId).success)
    return { request: request.data };
  const record = backedUpRecordSchema.safeParse(line.record);
  if (record.success) return { record: record.data };
  const ofDamage = checkDamage(line, number, order);
  if (ofDamage) return ofDamage;
  if (!('event' in line)) throw bad(`line ${number} is neither an event nor a blob, a request or a record`);
  const problem = eventProblem(line.event);
  if (problem) throw bad(`the event in line ${number} can't be read: ${problem}`);
  const event = line.event as Event;
  const disorder = order.take(event);
  if (disorder) throw bad(`line ${number} ${disorder}`);
  return { event };
}

function checkDamage(line: Record<string, unknown>, number: number, order: LineOrder): Kept | null {
  const stored = storedEventSchema.safeParse(line.stored);
  if (stored.success) {
    const disorder = order.pass(stored.data);
    if (disorder) throw bad(`line ${number} ${disorder}`);
    return { stored: stored.data };
  }
  const damage = damageNoteSchema.safeParse(line.damage);
  if (damage.success) return { damage: damage.data };
  const row = storedRowSchema.safeParse(line.row);
  return row.success ? { row: row.data } : null;
}

function checkEnd(end: unknown, tally: Record<string, number>, sha256: string): void {
  const parsed = endSchema.safeParse(end);
  if (!parsed.success) throw bad("its last line can't be read");
  const wrong = Object.entries(tally).find(([name, count]) =>
    Object.entries(parsed.data).some(([key, said]) => key === name && said !== count),
  );
  if (wrong) throw bad(`it has ${wrong[1]} ${wrong[0]}, and its last line tells of another number`);
  if (parsed.data.sha256 !== sha256) throw bad('its checksum is wrong: it was changed');
}

export function bad(problem: string): StoreError {
  return new StoreError('bad-backup', `This backup can't be restored: ${problem}. Nothing was changed.`);
}
