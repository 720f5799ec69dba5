import { setImmediate as nextTurn } from 'node:timers/promises';
import { storedId, type ThreadId, type WorkspaceId } from '@retinue/protocol';
import { writeMark } from '../../log/damage/damage-marks.ts';
import type { Batch, Transaction } from '../../log/store.ts';
import type { DamagedThread } from '../../ports/log/damage.ts';
import type { Table } from '../../read-models/projector.ts';
import type { Row } from '../../read-models/rows.ts';
import { type DamageNote, type StoredEventLine, writeStoredEvent } from '../backup/backup-damage.ts';
import { type BackupPiece, badBackup, isSignIn, type Kept } from '../backup/backup-lines.ts';
import { HeapBound } from './heap-bound.ts';
import { restoreTree } from './restore-tree.ts';

/** Fills an empty store inside its transaction. */
export type Fill = (transaction: Transaction, own: FillSteps) => Promise<Filled>;

export interface Filled {
  events: number;
  /** Damage from the notes of the backup and from its events. */
  damage: DamageNote[];
}

/** The steps that differ between stores. */
interface FillSteps {
  /** Sets the last position that counts as given. */
  raiseHead(head: number): Promise<void>;
  /** Called when all events are in, before they are read again. */
  prepareReads?(): Promise<unknown>;
}

/** Writes the backup a batch at a time, each before the next is read. Then rebuilds the rows and verifies each tree. */
export function fillStore(backup: AsyncIterable<BackupPiece>, now: number): Fill {
  return async (transaction, { raiseHead, prepareReads }) => {
    const heap = new HeapBound(heapSlackBytes);
    const given = { head: 0 };
    let last = 0;
    let events = 0;
    const notes = new Notes();
    for await (const { batch, stored } of batches(backup, given, notes)) {
      await transaction.write(batch);
      if (stored) await writeStoredEvent(transaction.ask, stored);
      // Waits until the store has written the batch.
      await transaction.ask('SELECT 1', []);
      await nextTurn();
      heap.hold();
      last = batch.events.at(-1)?.position ?? last;
      events += batch.events.length + (stored ? 1 : 0);
    }
    await prepareReads?.();
    for (const place of await rootsIn(transaction)) {
      // The rows of a damaged chat came with the backup.
      if (notes.isDamaged(place.rootId)) continue;
      const { rebuilt, damage } = await restoreTree(transaction, place, heap);
      notes.add(damage);
      await transaction.write({ ...emptyBatch, rows: new Map(Object.entries(rebuilt) as [Table, Map<string, Row>][]) });
      await nextTurn();
    }
    for (const mark of notes.marks()) await writeMark(transaction.ask, mark, now);
    if (given.head > last) await raiseHead(given.head);
    return { events, damage: notes.list() };
  };
}

async function rootsIn({ ask }: Transaction): Promise<{ workspaceId: WorkspaceId; rootId: ThreadId }[]> {
  const text =
    'SELECT id, workspace_id FROM thread_number WHERE number IN (SELECT root FROM log_event) ORDER BY number';
  return (await ask(text, [])).map((row) => {
    return { workspaceId: storedId.workspace(row.workspace_id), rootId: storedId.thread(row.id) };
  });
}

/** The damage in a backup, each once. */
class Notes {
  readonly #notes = new Map<string, DamageNote>();
  readonly #roots = new Set<string>();

  add(notes: readonly DamageNote[]): void {
    for (const note of notes) {
      this.#notes.getOrInsert(placeOf(note), note);
      if (note.kind === 'thread') this.#roots.add(note.rootId);
    }
  }

  list(): DamageNote[] {
    return [...this.#notes.values()];
  }

  isDamaged(rootId: string): boolean {
    return this.#roots.has(rootId);
  }

  marks(): DamagedThread[] {
    return this.list().flatMap((note) =>
      note.kind === 'thread'
        ? [{ ...note, threadId: storedId.thread(note.threadId), rootId: storedId.thread(note.rootId) }]
        : [],
    );
  }
}

function placeOf(note: DamageNote): string {
  if (note.kind === 'blob') return note.hash;
  if (note.kind === 'link') return `link ${note.rootId}`;
  return note.kind === 'thread' ? note.threadId : `${note.workspaceId} ${note.recordKind} ${note.id}`;
}

interface Piece {
  batch: Batch;
  /** To be written after it. */
  stored: StoredEventLine | null;
}

async function* batches(
  backup: AsyncIterable<BackupPiece>,
  given: { head: number },
  notes: Notes,
): AsyncGenerator<Piece> {
  let held: Kept[] = [];
  let size = 0;
  for await (const piece of backup) {
    if ('head' in piece) {
      given.head = piece.head.head ?? 0;
      continue;
    }
    const { kept, bytes } = piece;
    if ('record' in kept && isSignIn(kept.record.kind)) continue;
    if ('damage' in kept) notes.add([kept.damage]);
    if ('row' in kept && !notes.isDamaged(String(kept.row.values.root_id)))
      throw badBackup(`it has a row of chat ${kept.row.values.root_id}, which is not damaged`);
    held.push(kept);
    size += bytes;
    const stored = 'stored' in kept ? kept.stored : null;
    if (!stored && size < batchBytes && held.length < batchLines) continue;
    yield { batch: toBatch(held), stored };
    held = [];
    size = 0;
  }
  if (held.length > 0) yield { batch: toBatch(held), stored: null };
}

const heapSlackBytes = 12 * 1024 * 1024;
const batchBytes = 256 * 1024;
const batchLines = 200;

function toBatch(held: readonly Kept[]): Batch {
  return {
    ...emptyBatch,
    events: held.flatMap((kept) => ('event' in kept ? [kept.event] : [])),
    blobs: held.flatMap((kept) => ('blob' in kept ? [kept.blob] : [])),
    requests: held.flatMap((kept) => ('request' in kept ? [inWorkspace(kept.request)] : [])),
    records: held.flatMap((kept) =>
      'record' in kept ? [{ ...inWorkspace(kept.record), data: JSON.stringify(kept.record.data) }] : [],
    ),
    rows: rowsIn(held),
  };
}

function rowsIn(held: readonly Kept[]): Map<Table, Map<string, Row>> {
  const rows = held.flatMap((kept) => ('row' in kept ? [kept.row] : []));
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return new Map(
    [...byTable].map(([table, ofTable]) => [table, new Map(ofTable.map(({ values }) => [String(values.id), values]))]),
  );
}

function inWorkspace<Line extends { workspaceId: string }>(line: Line) {
  return { ...line, workspaceId: storedId.workspace(line.workspaceId) };
}

const emptyBatch: Batch = {
  events: [],
  rows: new Map(),
  taskStatuses: new Map(),
  blobs: [],
  requests: [],
  records: [],
};
