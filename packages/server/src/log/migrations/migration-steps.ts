import type { Columns, SqlValue } from '../../ports/log/sql.ts';

/*
 * A migration as steps: it yields one statement at a time and gets its rows back, so that the same steps run on a
 * synchronous and an asynchronous database.
 */
export type Steps = Generator<Statement, void, Columns[]>;
export interface Statement {
  text: string;
  values: readonly SqlValue[];
}

/** The differences between the two databases. */
export interface StoreFormat {
  /** Numbered by place. A released one is never edited. */
  migrations: readonly string[];
  /** Fills data that SQL alone can't, by the version whose migration adds it. Run after all migrations. */
  fills: ReadonlyMap<number, () => Steps>;
  /** Statements that rename a table of an early store to `early_<table>`. */
  setAside(table: string): string[];
  /** Makes this position the last one that was given. */
  setHead(position: number): Statement[];
}

export function* runAll(migrations: readonly string[]): Steps {
  for (const text of migrations.flatMap(statementsOf)) yield plain(text);
}

export function plain(text: string): Statement {
  return { text, values: [] };
}

/** No text in our migrations holds a semicolon. */
function statementsOf(migration: string): string[] {
  return migration
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
