import type { DatabaseSync } from 'node:sqlite';

/*
 * Work that arrives in one turn of the event loop shares one transaction, and so one flush to disk. Each piece has a
 * savepoint of its own: one that throws is undone alone, and its neighbours go on. Nobody is told of success before
 * the COMMIT, and when that fails everybody is told of the failure.
 */
export interface Piece<Result> {
  /** Runs inside the transaction, before the savepoint: what it writes stays, whatever becomes of the piece. */
  prepare(): void;
  /** Runs inside the savepoint. */
  write(): Result;
  /** Runs just before the COMMIT and just after it. */
  beforeCommit(): void;
  afterCommit(): void;
}

export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #hooks: Hooks;
  #waiting: Waiting[] = [];

  constructor(database: DatabaseSync, hooks: Hooks) {
    this.#database = database;
    this.#hooks = hooks;
  }

  add<Result>(piece: Piece<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ piece, resolve: resolve as (result: unknown) => void, reject }) === 1) {
        setImmediate(() => this.flush());
      }
    });
  }

  flush(): void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    const settled = this.#commit(group);
    if (!settled) return;
    for (const { piece } of settled.filter(isWritten)) piece.afterCommit();
    // What is committed is told, whatever a subscriber makes of it.
    try {
      this.#hooks.committed();
    } finally {
      for (const { settle } of settled) settle();
    }
  }

  /** Null when the transaction as a whole came to nothing; everybody has been told by then. */
  #commit(group: Waiting[]): Settled[] | null {
    try {
      this.#hooks.begin();
      this.#database.exec('BEGIN IMMEDIATE');
      const settled = group.map((waiting) => this.#writeOne(waiting));
      this.#hooks.beforeCommit();
      for (const { piece } of settled.filter(isWritten)) piece.beforeCommit();
      this.#database.exec('COMMIT');
      return settled;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      for (const { reject } of group) reject(error);
      return null;
    }
  }

  #writeOne({ piece, resolve, reject }: Waiting): Settled {
    piece.prepare();
    this.#database.exec('SAVEPOINT piece');
    try {
      const result = piece.write();
      this.#database.exec('RELEASE piece');
      return { piece, written: true, settle: () => resolve(result) };
    } catch (error) {
      // When the disk is full SQLite has undone the whole transaction by itself, and there is no savepoint to go back to.
      if (!this.#database.isTransaction) throw error;
      this.#database.exec('ROLLBACK TO piece; RELEASE piece');
      return { piece, written: false, settle: () => reject(error) };
    }
  }
}

/** For what the pieces of one transaction share. */
interface Hooks {
  begin(): void;
  beforeCommit(): void;
  committed(): void;
}

interface Waiting {
  piece: Piece<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Settled {
  piece: Piece<unknown>;
  written: boolean;
  settle(): void;
}

const isWritten = ({ written }: Settled) => written;
