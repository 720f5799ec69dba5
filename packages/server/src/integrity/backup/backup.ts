import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { type LogEvent, storedId } from '@retinue/protocol';
import { markOf, readMarks } from '../../log/damage/damage-marks.ts';
import { isWholeBlob } from '../../log/format/blobs.ts';
import { isRecordAsWritten } from '../../log/format/checksum.ts';
import { toEvent } from '../../log/format/read-event.ts';
import { readRecord } from '../../log/records/record-rows.ts';
import { openSnapshot } from '../../log/snapshot.ts';
import { type DamagedThread, DamagedThreadError } from '../../ports/log/damage.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import type { Ask, Columns } from '../../ports/log/sql.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { tables } from '../../read-models/projector.ts';
import type { Schema } from '../../read-models/schema.ts';
import { eventMisfit } from '../export/exported-chat.ts';
import type { OnProgress } from '../progress.ts';
import { type DamageNote, type StoredRowLine, storedEventLine } from './backup-damage.ts';
import type { BackupLine, Kept } from './backup-lines.ts';
import {
  backedUpRecordSchema,
  backedUpRequestSchema,
  backupFormat,
  backupVersion,
  isSignIn,
  newTally,
  tallyLine,
} from './backup-lines.ts';
import { LineOrder, ThreadOrder } from './backup-order.ts';

/**
 * A whole store as lines of text, from one snapshot, so a writer may continue beside it. It has only data that can't be
 * derived: events, blobs, answered requests and records. Sign-ins are left out, so that a backup signs no one in. Holds
 * one page of rows at a time.
 */
export async function* backupStore(
  place: StorePlace,
  now: number,
  { onDamage = () => {}, onProgress = () => {} }: BackupListeners = {},
): AsyncGenerator<string> {
  await using look = await openSnapshot(place);
  if (look.damage.length > 0) throw damaged(look.damage);
  const tally = newTally();
  const hash = createHash('sha256');
  const write = (line: BackupLine) => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    return text;
  };
  yield write({ format: backupFormat, version: backupVersion, backedUpAt: now, head: look.head, release });
  const total = await rowsIn(look.ask);
  let done = 0;
  for await (const line of linesOf(look.ask)) {
    tallyLine(tally, line);
    if ('damage' in line) onDamage(line.damage);
    yield write(line);
    done += 1;
    onProgress(Math.min(done, total), total);
  }
  const { stored, damage, rows, ...counts } = tally;
  const ofDamage = damage > 0 ? { stored, damage, rows } : {};
  yield `${JSON.stringify({ end: { ...counts, ...ofDamage, sha256: hash.digest('hex') } } satisfies BackupLine)}\n`;
}

export interface BackupListeners {
  onDamage?: (note: DamageNote) => void;
  /** Called after every line. Rows that a backup leaves out, and lines that only damage adds, make it inexact. */
  onProgress?: OnProgress;
}

async function rowsIn(ask: Ask): Promise<number> {
  let total = 0;
  for (const table of ['blob', 'request', 'record', 'log_event']) {
    const [row] = await ask(`SELECT count(*) AS rows FROM ${table}`, []);
    total += Number(row?.rows);
  }
  return total;
}

async function* linesOf(ask: Ask): AsyncGenerator<Kept> {
  const notes: DamageNote[] = [];
  for await (const { hash, content } of pages(ask, 'SELECT hash, content FROM blob', ['hash'], blobsAtOnce)) {
    const blob = { hash: String(hash), content: String(content) };
    // A changed large result or record is left out: a restore would give it a valid checksum.
    if (isWholeBlob(blob)) yield { blob };
    else notes.push(await blobNote(ask, blob.hash));
  }
  for await (const row of pages(ask, 'SELECT * FROM request', ['workspace_id', 'key'], rowsAtOnce)) {
    const { workspace_id: workspaceId, key, request: asked, reply, at } = row;
    const line = { workspaceId, key, request: asked, reply, at: Number(at) };
    const request = backedUpRequestSchema.safeParse(line).data;
    if (request) yield { request };
  }
  for await (const row of pages(ask, 'SELECT * FROM record', ['workspace_id', 'kind', 'id'], rowsAtOnce)) {
    if (isSignIn(String(row.kind))) continue;
    const line = { workspaceId: row.workspace_id, kind: row.kind, ...readRecord(row as Schema['record']) };
    const record = isRecordAsWritten(row) ? backedUpRecordSchema.safeParse(line).data : undefined;
    if (record) yield { record };
    else notes.push(recordNote(row));
  }
  const findings = new Map<string, DamagedThreadError>();
  yield* eventLines(ask, findings);
  notes.push(...(await threadNotes(ask, findings)));
  for (const damage of notes) yield { damage };
  const roots = new Set(notes.flatMap((note) => (note.kind === 'thread' ? [note.rootId] : [])));
  for (const rootId of roots) yield* rowLines(ask, rootId);
}

/** An event that a restore would refuse is written as it is stored. Keeps the first finding of each thread. */
async function* eventLines(ask: Ask, findings: Map<string, DamagedThreadError>): AsyncGenerator<Kept> {
  const lines = new LineOrder();
  const threads = new ThreadOrder();
  const find = (error: DamagedThreadError | null) => error && findings.getOrInsert(error.threadId, error);
  for await (const row of pages(ask, 'SELECT * FROM event', ['position'], rowsAtOnce)) {
    const event = usableEvent(row);
    find(event instanceof DamagedThreadError ? event : threads.take(event));
    if (!(event instanceof DamagedThreadError) && lines.take(event) === null) {
      yield { event };
      continue;
    }
    const stored = storedEventLine(row);
    threads.pass(stored.threadId, stored.seq);
    lines.pass(stored);
    yield { stored };
  }
}

function usableEvent(row: Columns): LogEvent | DamagedThreadError {
  try {
    const event = toEvent(row);
    return eventMisfit(event) === null
      ? event
      : new DamagedThreadError(storedId.thread(row.thread_id), Number(row.seq), 'invalid');
  } catch (error) {
    if (error instanceof DamagedThreadError) return error;
    throw error;
  }
}

/** The version of this package. */
const release: string = createRequire(import.meta.url)('../../../package.json').version;

/** A blob may have 50 MB. */
const blobsAtOnce = 1;
const rowsAtOnce = 500;

async function* pages(ask: Ask, select: string, key: readonly string[], size: number): AsyncGenerator<Columns> {
  const order = key.join(', ');
  let last: Columns | null = null;
  while (true) {
    const after: string = last ? `WHERE (${order}) > (${key.map(() => '?').join(', ')})` : '';
    const values = last ? key.map((column) => last?.[column] as string | number) : [];
    const page: Columns[] = await ask(`${select} ${after} ORDER BY ${order} LIMIT ${size}`, values);
    yield* page;
    last = page.at(-1) ?? null;
    if (page.length < size || !last) return;
  }
}

/** Damage that was found in the events now, and damage that was marked before. */
async function threadNotes(ask: Ask, findings: ReadonlyMap<string, DamagedThreadError>): Promise<DamageNote[]> {
  const found: DamagedThread[] = [];
  for (const error of findings.values()) found.push(await markOf(ask, error));
  const marked = (await readMarks(ask)).filter(({ threadId }) => !findings.has(threadId));
  const notes: DamageNote[] = [];
  for (const { threadId, rootId, seq, reason } of [...found, ...marked]) {
    const [row] = await ask('SELECT title FROM thread WHERE id = ?', [rootId]);
    notes.push({ kind: 'thread', rootId, threadId, seq, reason, title: String(row?.title ?? '') });
  }
  return notes;
}

async function blobNote(ask: Ask, hash: string): Promise<DamageNote> {
  const rows = await ask('SELECT root_id FROM blob_use WHERE hash = ? ORDER BY root_id', [hash]);
  return { kind: 'blob', hash, rootIds: rows.map((row) => String(row.root_id)) };
}

function recordNote({ workspace_id: workspaceId, kind, id }: Columns): DamageNote {
  return { kind: 'record', workspaceId: String(workspaceId), recordKind: String(kind), id: String(id) };
}

/** The rows of one chat as they are: its events can't give them. */
async function* rowLines(ask: Ask, rootId: string): AsyncGenerator<Kept> {
  for (const table of tables)
    for (const values of await ask(`SELECT * FROM ${table} WHERE root_id = ? ORDER BY id`, [rootId]))
      yield { row: { table, values: values as StoredRowLine['values'] } };
}

function damaged([first]: readonly string[]): StoreError {
  return new StoreError('corrupt', `The store is damaged, so no backup of it was made: ${first}`);
}
