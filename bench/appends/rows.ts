import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { Work } from './work.ts';

export interface StoredRow {
  table: string;
  values: SQLOutputValue[];
}
export interface StoredRows {
  schema: string[];
  columns: Record<string, string[]>;
  /** Rows that exist before the clock starts. */
  opening: StoredRow[];
  transactions: StoredRow[][];
}

/**
 * Transactions that a run of the log wrote. Projections are taken in their final state: the same columns, of about the
 * same size as before.
 */
export function readRows(directory: string, { appendsAtOnce, waves }: Work): StoredRows {
  const database = new DatabaseSync(join(directory, 'retinue.db'), { readOnly: true });
  const all = (text: string) => database.prepare(text).all();
  const schema = all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'").map((row) =>
    String(row.sql),
  );
  const events = all('SELECT * FROM log_event ORDER BY position');
  const named = 'SELECT thread_number.number, thread.* FROM thread JOIN thread_number ON thread_number.id = thread.id';
  const threads = new Map(all(named).map(({ number, ...row }) => [number, row]));
  database.close();
  const opening = 3 * appendsAtOnce;
  const perCycle = [1, 2, 1, 1].map((facts) => facts * appendsAtOnce);
  const transactions: StoredRow[][] = [];
  let from = opening;
  for (let wave = 0; wave < waves; wave += 1) {
    const written = events.slice(from, from + (perCycle[wave % 4] ?? 0));
    from += written.length;
    const touchedThreads = new Set(written.map((event) => event.thread));
    transactions.push([
      ...written.map((event) => asRow('log_event', event)),
      ...[...touchedThreads].map((id) => asRow('thread', threads.get(id) ?? {})),
    ]);
  }
  const first = { log_event: events[0] ?? {}, thread: [...threads.values()][0] ?? {} };
  const columns = Object.fromEntries(Object.entries(first).map(([table, row]) => [table, Object.keys(row)]));
  return { schema, columns, opening: events.slice(0, opening).map((event) => asRow('log_event', event)), transactions };
}

function asRow(table: string, row: Record<string, SQLOutputValue>): StoredRow {
  return { table, values: Object.values(row) };
}
