import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { StoredRow, StoredRows } from './rows.ts';

/** The same tables and the same rows with nothing in between: prepared statements and a COMMIT. */
export class RawStore implements Disposable {
  readonly #database: DatabaseSync;
  readonly #puts = new Map<string, StatementSync>();
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  constructor(directory: string, { schema, columns, opening }: StoredRows) {
    this.#database = new DatabaseSync(join(directory, 'raw.db'));
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    for (const text of schema) this.#database.exec(text);
    this.#begin = this.#database.prepare('BEGIN IMMEDIATE');
    this.#commit = this.#database.prepare('COMMIT');
    for (const [table, names] of Object.entries(columns)) {
      this.#puts.set(table, this.#database.prepare(upsertText(table, names)));
    }
    this.write(opening);
  }

  write(rows: readonly StoredRow[]): void {
    this.#begin.run();
    for (const { table, values } of rows) this.#puts.get(table)?.run(...values);
    this.#commit.run();
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

function upsertText(table: string, columns: readonly string[]): string {
  const insert = `INSERT INTO ${table} (${columns.join(',')}) VALUES (${columns.map(() => '?').join(',')})`;
  if (!columns.includes('id')) return insert;
  const updates = columns.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`);
  return `${insert} ON CONFLICT (id) DO UPDATE SET ${updates.join(',')}`;
}
