import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** One table of rows, with the same promise as the product's log: an awaited write survives a power loss. */
export class MinimalStore {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  #waiting: { row: [string, string, string, number]; resolve(): void }[] = [];

  constructor(directory: string) {
    this.#database = new DatabaseSync(join(directory, 'minimal.db'));
    this.#database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE record (id INTEGER PRIMARY KEY, thread_id TEXT, kind TEXT, content TEXT, at INTEGER) STRICT;
      CREATE INDEX record_by_thread ON record (thread_id);`);
    this.#insert = this.#database.prepare('INSERT INTO record (thread_id, kind, content, at) VALUES (?,?,?,?)');
  }

  put(threadId: string, kind: string, content: unknown): Promise<void> {
    return new Promise((resolve) => {
      const row: [string, string, string, number] = [threadId, kind, JSON.stringify(content), Date.now()];
      if (this.#waiting.push({ row, resolve }) === 1) setImmediate(() => this.#commit());
    });
  }

  close(): void {
    this.#database.close();
  }

  #commit(): void {
    const group = this.#waiting;
    this.#waiting = [];
    this.#database.exec('BEGIN IMMEDIATE');
    for (const { row } of group) this.#insert.run(...row);
    this.#database.exec('COMMIT');
    for (const { resolve } of group) resolve();
  }
}
