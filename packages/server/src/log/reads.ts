import type { LogEvent, ThreadId, WorkspaceId } from '@retinue/protocol';
import { Pauser } from '../json/pauser.ts';
import type { DamagedThreadError, StoredEvent, StoredRange } from '../ports/log/damage.ts';
import type { EventFeed, Stretch, TreeRange } from '../ports/log/event-feed.ts';
import type { Range, Wake } from '../ports/log/event-log.ts';
import type { RecordKind } from '../ports/log/record-shapes.ts';
import type { DamagedRecord, RecordPlace, StoredRecord } from '../ports/log/records.ts';
import type { Ask, Columns } from '../ports/log/sql.ts';
import { waitMsOf } from '../read-models/rows.ts';
import type { Schema } from '../read-models/schema.ts';
import { isWholeLargeBlob } from './format/blobs.ts';
import { typeNumber } from './format/packing.ts';
import { type SoundEvents, sliceMs, soundEvents, soundPage, toStored, usableEvents } from './format/read-event.ts';
import { damagedRecord, soundRows } from './records/record-rows.ts';
import { type HiddenChat, readHidden } from './remove-chat.ts';

/** The reply to a request with a key. */
export interface KeptRequest {
  request: string;
  reply: string;
}

/** Settings that differ between the databases. */
export interface ReadOptions {
  /** Rows of one query. Each may be large, so a database on this thread reads few of them. */
  rowsAtOnce: number;
  /** For a row that takes long to read. */
  longAsk?: Ask;
}

/** Queries of the log, its records and its requests, in the SQL that both databases speak. */
export class Reads implements EventFeed {
  readonly ask: Ask;
  readonly #longAsk: Ask;
  readonly #rowsAtOnce: number;
  /** Called for events that were left out because they can't be used. */
  onDamage: (error: DamagedThreadError) => void = () => {};

  constructor(ask: Ask, { rowsAtOnce, longAsk = ask }: ReadOptions) {
    this.ask = ask;
    this.#longAsk = longAsk;
    this.#rowsAtOnce = rowsAtOnce;
  }

  /** Throws a DamagedThreadError for the first event that can't be used. */
  async eventsOf(threadId: ThreadId): Promise<LogEvent[]> {
    return usableEvents(await this.storedEvents(threadId));
  }

  async storedEvents(threadId: ThreadId): Promise<Columns[]> {
    const text = `SELECT * FROM event WHERE thread = ${numberOfThread} AND seq > ? ORDER BY seq LIMIT ?`;
    const stored: Columns[] = [];
    const pauser = new Pauser(sliceMs);
    // A damaged event may have any number.
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = await this.ask(text, [threadId, after, this.#rowsAtOnce]);
      for (const row of rows) stored.push(row);
      if (rows.length < this.#rowsAtOnce) return stored;
      after = Number(rows.at(-1)?.seq);
      await pauser.pause();
    }
  }

  async threadsOf(workspaceId: WorkspaceId, rootId: ThreadId): Promise<{ threadIds: ThreadId[]; position: number }> {
    const [last] = await this.ask<{ position: number | null }>(lastOfTree, [rootId]);
    // The workspace is compared here: otherwise the planner may choose the index by days and read every thread.
    const text = 'SELECT id, workspace_id FROM thread WHERE root_id = ? ORDER BY opened_position, id';
    const rows = await this.ask<Pick<Schema['thread'], 'id' | 'workspace_id'>>(text, [rootId]);
    const threadIds = rows.filter((row) => row.workspace_id === workspaceId).map(({ id }) => id);
    return { threadIds, position: last?.position ?? 0 };
  }

  async read(range: Range): Promise<LogEvent[]> {
    return this.#tell(await this.readSound(range));
  }

  /** Returns damage instead of reporting it. */
  readSound({ workspaceId, rootId, threadId, after, limit }: Range): Promise<SoundEvents> {
    const ofRoot = rootId ? `AND root = ${numberOfThread}` : '';
    const ofThread = threadId ? `AND thread = ${numberOfThread}` : '';
    const text = `SELECT * FROM event WHERE workspace_id = ? ${ofRoot} ${ofThread} AND position > ? ORDER BY position LIMIT ?`;
    const values = [workspaceId, rootId, threadId].filter((id) => id !== undefined);
    return soundPage({ after, limit, atOnce: this.#rowsAtOnce }, (from, count) =>
      this.ask(text, [...values, from, count]),
    );
  }

  async stored({ workspaceId, rootId, after, limit }: StoredRange): Promise<StoredEvent[]> {
    const text = `SELECT * FROM event WHERE workspace_id = ? AND root = ${numberOfThread} AND position > ?
      ORDER BY position LIMIT ?`;
    return (await this.ask(text, [workspaceId, rootId, after, limit])).map(toStored);
  }

  #tell({ events, damage }: SoundEvents): LogEvent[] {
    for (const error of damage) this.onDamage(error);
    return events;
  }

  async readStretch({ after, upTo, types, workspaceId, limit }: Stretch): Promise<LogEvent[]> {
    const ofWorkspace = workspaceId ? 'AND workspace_id = ?' : '';
    const text = `SELECT * FROM event WHERE position > ? AND position <= ? AND type IN (${types.map(() => '?').join(',')})
      ${ofWorkspace} ORDER BY position LIMIT ?`;
    const values = [upTo, ...types.map(typeNumber), ...(workspaceId ? [workspaceId] : [])];
    const page = (from: number, count: number) => this.ask(text, [from, ...values, count]);
    return this.#tell(await soundPage({ after, limit, atOnce: this.#rowsAtOnce }, page));
  }

  async positionsOf({ rootId, after, upTo, limit }: TreeRange): Promise<number[]> {
    const text = `SELECT position FROM log_event WHERE root = ${numberOfThread} AND position > ? AND position <= ?
      ORDER BY position LIMIT ?`;
    const rows = await this.ask<{ position: number }>(text, [rootId, after, upTo, limit]);
    return rows.map(({ position }) => position);
  }

  async readAt(positions: readonly number[]): Promise<LogEvent[]> {
    const events: LogEvent[] = [];
    for (let first = 0; first < positions.length; first += positionsAtOnce) {
      const page = positions.slice(first, first + positionsAtOnce);
      // A fixed number of places, so that it is one prepared statement.
      const places = Array.from({ length: positionsAtOnce }, (_, index) => page[index] ?? page[0] ?? 0);
      const text = `SELECT * FROM event WHERE position IN (${places.map(() => '?').join(',')})`;
      events.push(...this.#tell(await soundEvents(await this.ask(text, places))));
    }
    return events.sort((left, right) => left.position - right.position);
  }

  async unfinishedBelow(threadId: ThreadId): Promise<ThreadId[]> {
    const rows = await this.ask<{ id: ThreadId }>(
      `WITH RECURSIVE below (id, status, depth) AS (
        SELECT id, status, depth FROM thread WHERE id = ?
        UNION
        SELECT thread.id, thread.status, thread.depth FROM thread JOIN below ON thread.parent_thread_id = below.id
      )
      SELECT id FROM below WHERE status IN ('active', 'waiting_for_user') ORDER BY depth, id`,
      [threadId],
    );
    return rows.map(({ id }) => id);
  }

  async tasksOfTurn(rootId: ThreadId, turn: number): Promise<number> {
    const [row] = await this.ask('SELECT count(*) AS tasks FROM task WHERE root_id = ? AND turn = ?', [rootId, turn]);
    return Number(row?.tasks);
  }

  async owing(dueBy?: number): Promise<Wake[]> {
    const isDue = dueBy === undefined ? '' : 'AND (due_at IS NULL OR due_at <= ?)';
    const text = `SELECT workspace_id AS "workspaceId", id AS "threadId", root_id AS "rootId", due_at AS "dueAt",
        updated_at AS "updatedAt", children_at_once AS "childrenAtOnce" FROM thread
      WHERE owes IS NOT NULL ${isDue} ORDER BY opened_position, id`;
    const rows = await this.ask<Omit<Wake, 'waitMs'> & { updatedAt: number }>(text, dueBy === undefined ? [] : [dueBy]);
    return rows.map(({ workspaceId, threadId, rootId, dueAt, updatedAt, childrenAtOnce }) => {
      const waitMs = waitMsOf(dueAt, updatedAt);
      return { workspaceId, threadId, rootId, dueAt, waitMs, childrenAtOnce };
    });
  }

  hidden(): Promise<HiddenChat[]> {
    return readHidden(this.ask);
  }

  async head(): Promise<number> {
    const [row] = await this.ask('SELECT position FROM log_head', []);
    return Number(row?.position ?? 0);
  }

  async isWhole(after: number, upTo: number): Promise<boolean> {
    const text = 'SELECT count(*) AS events FROM log_event WHERE position > ? AND position <= ?';
    const [row] = await this.ask(text, [after, upTo]);
    return Number(row?.events) === upTo - after;
  }

  async request(workspaceId: WorkspaceId, key: string, since: number): Promise<KeptRequest | null> {
    const text = 'SELECT request, reply FROM request WHERE workspace_id = ? AND key = ? AND at >= ?';
    const [row = null] = await this.ask<KeptRequest>(text, [workspaceId, key, since]);
    return row;
  }

  async hasRequestBefore(at: number): Promise<boolean> {
    return (await this.ask('SELECT 1 FROM request WHERE at < ? LIMIT 1', [at])).length > 0;
  }

  async record(workspaceId: WorkspaceId, { kind, id }: RecordPlace): Promise<StoredRecord | null> {
    const text = 'SELECT * FROM record WHERE workspace_id = ? AND kind = ? AND id = ?';
    const [row] = await this.ask<Schema['record']>(text, [workspaceId, kind, id]);
    const [sound = null] = row ? soundRows([row]) : [];
    // A stop that can't be read is returned without data: taken for absent, it would let work start.
    return row && !sound && kind === 'stop' ? { id, version: 1, data: null, updatedAt: 0 } : sound;
  }

  async records(workspaceId: WorkspaceId, kind: RecordKind): Promise<StoredRecord[]> {
    const text = 'SELECT * FROM record WHERE workspace_id = ? AND kind = ? ORDER BY id';
    return soundRows(await this.ask<Schema['record']>(text, [workspaceId, kind]));
  }

  async damagedRecords(kinds: readonly RecordKind[]): Promise<DamagedRecord[]> {
    const text = `SELECT * FROM record WHERE kind IN (${kinds.map(() => '?').join(',')}) ORDER BY workspace_id, kind, id`;
    return (await this.ask<Schema['record']>(text, kinds)).flatMap((row) => damagedRecord(row) ?? []);
  }

  async getBlob(hash: string): Promise<string | null> {
    // A damaged event may name anything, also values that no database accepts.
    if (hash.includes('\0')) return null;
    const [found] = await this.ask('SELECT octet_length(content) AS bytes FROM blob WHERE hash = ?', [hash]);
    const ask = Number(found?.bytes) > largeBytes ? this.#longAsk : this.ask;
    const [row] = await ask('SELECT content FROM blob WHERE hash = ?', [hash]);
    const content = String(row?.content);
    return row && (await isWholeLargeBlob({ hash, content })) ? content : null;
  }
}

const largeBytes = 4 * 1024 * 1024;
const positionsAtOnce = 20;
/** Takes the id of a thread. */
export const numberOfThread = '(SELECT number FROM thread_number WHERE id = ?)';
export const rootsInLog = `SELECT id AS root_id FROM thread_number
  WHERE EXISTS (SELECT 1 FROM log_event WHERE log_event.root = thread_number.number) ORDER BY number`;
const lastOfTree = `SELECT max(position) AS position FROM log_event WHERE root = ${numberOfThread}`;
