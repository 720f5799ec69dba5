import { createHash } from 'node:crypto';
import { type Event, maxPosition, maxTimestamp, workspaceIdSchema } from '@retinue/protocol';
import { z } from 'zod';
import { isWholeBlob } from '../../log/format/blobs.ts';
import { recordKinds } from '../../ports/log/record-shapes.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { asRead, eventProblem } from '../export/exported-chat.ts';
import { damageNoteSchema, storedEventSchema, storedRowSchema } from './backup-damage.ts';
import { LineOrder } from './backup-order.ts';

/*
 * A backup is lines of JSON: a head, then blobs, requests, records and events (by position), then damage (see
 * backup-damage.ts), then an end that counts them and has the SHA-256 of everything before it. A file that was cut off or
 * changed is therefore recognized.
 */
export const backupFormat = 'retinue-backup';
export const backupVersion = 2;
/** In version 1 reasons are sentences. */
const backupVersions = [1, backupVersion] as const;

export const backedUpRequestSchema = z.strictObject({
  workspaceId: workspaceIdSchema,
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
const shapes = {
  blob: blobSchema,
  request: backedUpRequestSchema,
  record: backedUpRecordSchema,
  stored: storedEventSchema,
  damage: damageNoteSchema,
  row: storedRowSchema,
};
type Shapes = typeof shapes;

export type Kept = { event: Event } | { [Kind in keyof Shapes]: Record<Kind, z.input<Shapes[Kind]>> }[keyof Shapes];

/** The number of lines of each kind. The first backups held no records; the last three are only in backups with damage. */
const count = z.int();
const late = count.default(0);
const tallySchema = z.object({
  blobs: count,
  requests: count,
  records: late,
  events: count,
  stored: late,
  damage: late,
  rows: late,
});
const endSchema = z.strictObject({ ...tallySchema.shape, sha256: z.string() });
/** The first line. Backups of earlier releases lack the log's head and the release. */
const headSchema = z.object({
  format: z.literal(backupFormat),
  version: z.literal(backupVersions),
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

/** Reads and checks a backup line by line. Throws at the first line that is wrong. */
export async function* readBackup(lines: AsyncIterable<string>): AsyncGenerator<BackupPiece> {
  const tally = newTally();
  const hash = createHash('sha256');
  let number = 0;
  let isEnded = false;
  const order = new LineOrder();
  for await (const text of lines) {
    number += 1;
    if (isEnded) throw badBackup(`line ${number} comes after its end`);
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
  if (number === 0) throw badBackup('it is empty');
  if (!isEnded) throw badBackup(`it ends after line ${number} without its last line: it was cut off`);
}

export type BackupPiece = { head: BackupHead } | { kept: Kept; bytes: number };

export type Tally = z.output<typeof tallySchema>;

export function newTally(): Tally {
  return { blobs: 0, requests: 0, records: 0, events: 0, stored: 0, damage: 0, rows: 0 };
}

/** Counts one line. */
export function tallyLine(tally: Tally, kept: Kept): void {
  const [kind = 'event'] = Object.keys(kept);
  for (const name of tallySchema.keyof().options) if (name === kind || name === `${kind}s`) tally[name] += 1;
}

function parseLine(text: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below, like any other line that is no object.
  }
  throw badBackup(
    `line ${number} is no line of JSON${number === 1 ? ', so it is no backup' : ': it was cut off or changed'}`,
  );
}

function checkHead(line: Record<string, unknown>): BackupHead {
  if (line.format !== backupFormat) throw badBackup(`its first line has no "format": "${backupFormat}"`);
  if (!backupVersions.some((known) => known === line.version))
    throw badBackup(
      `it has version ${JSON.stringify(line.version)}; this Retinue reads versions ${backupVersions.join(' and ')}`,
    );
  const parsed = headSchema.safeParse(line);
  if (!parsed.success) throw badBackup("its first line can't be read");
  const { head = 0 } = parsed.data;
  if (head > maxBackupPosition) throw badBackup(`its first line has the log's head ${head}, ${tooHigh}`);
  return parsed.data;
}

function checkKept(line: Record<string, unknown>, number: number, order: LineOrder): Kept {
  const kept = readKept(line, number);
  if ('blob' in kept && !isWholeBlob(kept.blob))
    throw badBackup(`line ${number}: blob ${kept.blob.hash} has other content`);
  const position = 'event' in kept ? kept.event.position : 'stored' in kept ? kept.stored.position : 0;
  if (position > maxBackupPosition) throw badBackup(`line ${number} has the position ${position}, ${tooHigh}`);
  const disorder = 'event' in kept ? order.take(kept.event) : 'stored' in kept ? order.pass(kept.stored) : null;
  if (disorder) throw badBackup(`line ${number} ${disorder}`);
  return kept;
}

/** Leaves as many positions for the events after a restore. */
const maxBackupPosition = maxPosition / 2;
const tooHigh = `and no log has one above ${maxBackupPosition}`;

function readKept(line: Record<string, unknown>, number: number): Kept {
  for (const [kind, schema] of Object.entries(shapes)) {
    const parsed = kind in line ? schema.safeParse(line[kind]) : null;
    if (parsed?.success) return { [kind]: parsed.data } as Kept;
  }
  if (!('event' in line)) throw badBackup(`line ${number} is neither an event nor a blob, a request or a record`);
  const problem = eventProblem(line.event);
  if (problem) throw badBackup(`the event in line ${number} can't be read: ${problem}`);
  return { event: asRead(line.event as Event) };
}

function checkEnd(end: unknown, tally: Tally, sha256: string): void {
  const parsed = endSchema.safeParse(end);
  if (!parsed.success) throw badBackup("its last line can't be read");
  const wrong = tallySchema.keyof().options.find((name) => parsed.data[name] !== tally[name]);
  if (wrong) throw badBackup(`it has ${tally[wrong]} ${wrong}, and its last line has another number`);
  if (parsed.data.sha256 !== sha256) throw badBackup('its checksum is wrong: it was changed');
}

export function badBackup(problem: string): StoreError {
  return new StoreError('bad-backup', `This backup can't be restored: ${problem}. Nothing was changed.`);
}
