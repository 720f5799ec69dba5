import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite';
import pg from 'pg';

/** Statements that the product sent to its database in this thread, with the values of the first time. */
export interface RecordedQuery {
  text: string;
  values: readonly unknown[];
  /** The labels that were set when it was sent. */
  during: Set<string>;
  /** For SQLite: the file that it went to. */
  file: string | null;
}

export class QueryRecorder implements Disposable {
  readonly queries = new Map<string, RecordedQuery>();
  during = 'start';
  readonly #undo: (() => void)[] = [];

  /** Both drivers are watched at their own functions, so that a new query is covered without being listed. */
  constructor() {
    this.#watchSqlite();
    this.#watchPostgres();
  }

  [Symbol.dispose](): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  #record(text: string, values: readonly unknown[], file: string | null): void {
    const key = `${file} ${text}`;
    const known = this.queries.getOrInsertComputed(key, () => ({ text, values, during: new Set<string>(), file }));
    known.during.add(this.during);
  }

  #watchSqlite(): void {
    const { prepare } = DatabaseSync.prototype;
    const all: (this: StatementSync, ...values: SQLInputValue[]) => ReturnType<StatementSync['all']> =
      StatementSync.prototype.all;
    const files = new WeakMap<StatementSync, string | null>();
    const recorder = this;
    DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args) {
      recorder.#record(args[0], [], this.location());
      const statement = prepare.apply(this, args);
      files.set(statement, this.location());
      return statement;
    };
    // A cached statement is prepared once and used by many requests.
    const watched = function (this: StatementSync, ...values: SQLInputValue[]) {
      recorder.#record(this.sourceSQL, [], files.get(this) ?? null);
      return all.apply(this, values);
    };
    Object.assign(StatementSync.prototype, { all: watched });
    this.#undo.push(() => {
      DatabaseSync.prototype.prepare = prepare;
      Object.assign(StatementSync.prototype, { all });
    });
  }

  #watchPostgres(): void {
    const { query } = pg.Client.prototype;
    const recorder = this;
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
      if (typeof first === 'string') recorder.#record(first, Array.isArray(second) ? second : [], null);
      else recorder.#record(first.text, first.values ?? [], null);
      return (query as (...passed: unknown[]) => unknown).apply(this, args);
    } as typeof query;
    this.#undo.push(() => {
      pg.Client.prototype.query = query;
    });
  }
}
