import { createHash } from 'node:crypto';
import type { Event } from '@retinue/protocol';
import { eventProblem, workspaceIdSchema } from '@retinue/protocol';
import { z } from 'zod';
import type { Blob } from '../ports/event-log.ts';
import { recordKinds } from '../ports/records.ts';
import { StoreError } from './store-error.ts';
import { isWholeBlob } from './verify-foreign.ts';

/*
 * A backup is lines of JSON: a head, then blobs, requests, records and events (by position), then an end that counts them
 * and has the SHA-256 of everything before it. A file that was cut off or changed is therefore never taken for a whole one.
 */
export const backupFormat = 'retinue-backup';
export const backupVersion = 1;

const requestSchema = z.strictObject({
  workspaceId: z.string(),
  key: z.string(),
  request: z.string(),
  reply: z.string(),
  at: z.int(),
});
const recordSchema = z.strictObject({
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
  records: z.int(),
  events: z.int(),
  sha256: z.string(),
});

export type Kept =
  | { blob: Blob }
  | { request: z.infer<typeof requestSchema> }
  | { record: z.input<typeof recordSchema> }
  | { event: Event };
type Head = { format: typeof backupFormat; version: typeof backupVersion; backedUpAt: number };
export type BackupLine = Head | Kept | { end: z.infer<typeof endSchema> };

/** The door for a backup: what it keeps, line by line. Throws in words at the first line that is not as it must be. */
export async function* readBackup(lines: AsyncIterable<string>): AsyncGenerator<{ kept: Kept; bytes: number }> {
  const tally = { blobs: 0, requests: 0, records: 0, events: 0 };
  const hash = createHash('sha256');
  let number = 0;
  let isEnded = false;
  const order = new Order();
  for await (const text of lines) {
    number += 1;
    if (isEnded) throw bad(`line ${number} comes after its end`);
    const line = parseLine(text, number);
    if (number === 1) checkHead(line);
    else if ('end' in line) {
      checkEnd(line.end, tally, hash.digest('hex'));
      isEnded = true;
      continue;
    } else {
      const kept = checkKept(line, number, order);
      tally[counters[keyOf(kept)]] += 1;
      yield { kept, bytes: text.length };
    }
    hash.update(`${text}\n`);
  }
  if (number === 0) throw bad('it is empty');
  if (!isEnded) throw bad(`it ends after line ${number} without its last line: it was cut off`);
}

const counters = { blob: 'blobs', request: 'requests', record: 'records', event: 'events' } as const;

function keyOf(kept: Kept): keyof typeof counters {
  if ('blob' in kept) return 'blob';
  if ('request' in kept) return 'request';
  return 'record' in kept ? 'record' : 'event';
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

function checkHead({ format, version }: Record<string, unknown>): void {
  if (format !== backupFormat) throw bad(`its first line has no "format": "${backupFormat}"`);
  if (version === backupVersion) return;
  throw bad(`it has version ${JSON.stringify(version)}; this Retinue reads version ${backupVersion}`);
}

function checkKept(line: Record<string, unknown>, number: number, order: Order): Kept {
  const blob = blobSchema.safeParse(line.blob);
  if (blob.success) {
    if (!isWholeBlob(blob.data)) throw bad(`line ${number}: blob ${blob.data.hash} has other content`);
    return { blob: blob.data };
  }
  const request = requestSchema.safeParse(line.request);
  if (request.success && workspaceIdSchema.safeParse(request.data.workspaceId).success)
    return { request: request.data };
  const record = recordSchema.safeParse(line.record);
  if (record.success) return { record: record.data };
  if (!('event' in line)) throw bad(`line ${number} is neither an event nor a blob, a request or a record`);
  const problem = eventProblem(line.event);
  if (problem) throw bad(`the event in line ${number} can't be read: ${problem}`);
  const event = line.event as Event;
  const disorder = order.take(event);
  if (disorder) throw bad(`line ${number} ${disorder}`);
  return { event };
}

/** Positions rise, and a thread begins with its first event, after its chat has begun. */
class Order {
  readonly #begun = new Set<string>();
  #position = 0;

  take({ position, seq, threadId, rootId }: Event): string | null {
    if (position <= this.#position) return `has position ${position} after ${this.#position}`;
    this.#position = position;
    if (seq === 1) this.#begun.add(threadId);
    if (!this.#begun.has(threadId)) return `tells of thread ${threadId} before its first event`;
    return this.#begun.has(rootId) ? null : `tells of chat ${rootId} before its first event`;
  }
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
