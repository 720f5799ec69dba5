import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { localWorkspaceId, type ThreadId, threadIdSchema } from '@retinue/protocol';
import pg from 'pg';
import { eventChecksum, recordChecksum } from '../../packages/server/src/log/format/checksum.ts';
import { packFields, typeNumber, unpackFields } from '../../packages/server/src/log/format/packing.ts';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import type { DamagedEvent, DamagedRecordRow } from './cases.ts';
import { flipped } from './cases.ts';

type Value = string | number | null;
type Row = Record<string, Value>;
type Run = (text: string, values: readonly Value[]) => Promise<Row[]>;

/** Writes past the product, straight into the tables of a store that is not open. */
export async function withTables<Result>(place: StorePlace, use: (run: Run) => Promise<Result>): Promise<Result> {
  return place.kind === 'sqlite' ? inFile(join(place.directory, 'retinue.db'), use) : inDatabase(place.url, use);
}

async function inFile<Result>(path: string, use: (run: Run) => Promise<Result>): Promise<Result> {
  using database = new DatabaseSync(path);
  database.exec('BEGIN');
  const result = await use(async (text, values) => database.prepare(text).all(...values) as Row[]);
  database.exec('COMMIT');
  return result;
}

async function inDatabase<Result>(url: string, use: (run: Run) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, pipeline: true });
  await client.connect();
  try {
    await client.query('BEGIN');
    const result = await use(async (text, values) => {
      let count = 0;
      return (
        await client.query(
          text.replace(/\?/g, () => `$${++count}`),
          [...values],
        )
      ).rows;
    });
    await client.query('COMMIT');
    return result;
  } finally {
    await client.end();
  }
}

/** One chat for each case: a copy of a valid one with the damaged event at its end, or at its beginning. */
export async function writeEventCases(
  run: Run,
  kind: StorePlace['kind'],
  soundChat: ThreadId,
  cases: readonly DamagedEvent[],
): Promise<ThreadId[]> {
  const [template] = await run('SELECT * FROM thread WHERE id = ?', [soundChat]);
  const numbered = '(SELECT number FROM thread_number WHERE id = ?)';
  const events = await run(`SELECT * FROM log_event WHERE thread = ${numbered} ORDER BY seq`, [soundChat]);
  const [last] = await run('SELECT max(position) AS position FROM log_event', []);
  if (!template) throw new Error('no chat to copy');
  let position = Number(last?.position);
  const ids: ThreadId[] = [];
  for (const [index, damaged] of cases.entries()) {
    const id = threadIdSchema.parse(`thr_case${String(index).padStart(5, '0')}`);
    ids.push(id);
    const opens = damaged.type === typeNumber('thread.opened');
    const sent = [run('INSERT INTO thread_number (id, workspace_id) VALUES (?, ?)', [id, localWorkspaceId])];
    const rows = opens ? events.slice(1) : events;
    const own = { ...damaged, data: opens ? forChat(damaged.data, id) : damaged.data };
    const written: Omit<DamagedEvent, 'name'>[] = rows.map((row) => copyOf(row, soundChat, id));
    if (opens) written.unshift(own);
    else written.push(own);
    for (const [at, row] of written.entries()) {
      position += 1;
      sent.push(
        run(
          `INSERT INTO log_event (position, root, thread, seq, type, at, actor, command_id, data, checksum)
          VALUES (?, ${numbered}, ${numbered}, ?, ?, ?, ?, ?, ?, ?)`,
          [position, id, id, at + 1, row.type, row.at, row.actor, row.commandId, ...changedAfter(row, id, at + 1)],
        ),
      );
    }
    // Every second one claims to have work: it must not keep the scheduler busy.
    const row: Row = { ...template, id, root_id: id, seq: written.length, owes: index % 2 === 0 ? 'step' : null };
    const columns = Object.keys(row);
    sent.push(
      run(`INSERT INTO thread (${columns.join(',')}) VALUES (${columns.map(() => '?').join(',')})`, Object.values(row)),
    );
    await Promise.all(sent);
  }
  // PostgreSQL stores the position of the log beside it; SQLite knows it.
  if (kind === 'postgres') await run('UPDATE log_head SET position = ?', [position]);
  return ids;
}

/** The data of an event, and its checksum from before a byte was changed. */
function changedAfter(row: Omit<DamagedEvent, 'name'>, threadId: ThreadId, seq: number): [string, number | null] {
  const { flipAt, type, actor, commandId, data } = row;
  if (flipAt === undefined) return [data, null];
  const place = { threadId, seq, type, at: Number(row.at), actor: actor ?? 'engine', commandId };
  return [flipped(data, flipAt), eventChecksum({ ...place, data })];
}

function copyOf(row: Row, from: ThreadId, to: ThreadId): Omit<DamagedEvent, 'name'> {
  const { at, actor, command_id: commandId } = row;
  const type = Number(row.type);
  const kept = { type, at: Number(at), actor: actor as string | null, commandId: commandId as string | null };
  if (type !== typeNumber('thread.opened')) return { ...kept, data: String(row.data) };
  const data = unpackFields('thread.opened', String(row.data)) as { rootId: string };
  return { ...kept, data: packFields('thread.opened', { ...data, rootId: data.rootId === from ? to : data.rootId }) };
}

/**
 * The sample of an opened thread is a child of another; a chat has no parent, unless the parent is the damaged field.
 */
function forChat(text: string, id: ThreadId): string {
  const fields = JSON.parse(text);
  if (!Array.isArray(fields)) return text;
  if (fields[0] === 'thr_sample') fields[0] = id;
  const soundParent = '["thr_sample","call_sample",1,"task_sample"]';
  if (JSON.stringify(fields[1]) === soundParent) fields[1] = null;
  return JSON.stringify(fields);
}

export async function writeRecordCases(run: Run, cases: readonly DamagedRecordRow[]): Promise<void> {
  for (const { kind, id, data, flipAt } of cases) {
    const workspaceId =
      kind === 'workspace' || kind === 'session' || kind === 'set-up' ? 'ws_instance' : localWorkspaceId;
    const place = { workspaceId, kind, id, version: 1, updatedAt: 1 };
    const stored = flipAt === undefined ? [data, null] : [flipped(data, flipAt), recordChecksum({ ...place, data })];
    await run(
      'INSERT INTO record (workspace_id, kind, id, version, data, checksum, updated_at) VALUES (?, ?, ?, 1, ?, ?, 1)',
      [workspaceId, kind, id, ...stored],
    );
  }
}
