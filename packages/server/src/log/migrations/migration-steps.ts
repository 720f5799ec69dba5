import type { Columns, SqlValue } from '../../ports/sql.ts';

/*
 * A migration as steps: it yields one statement at a time and gets its rows back, so that the same steps run on a database
 * that answers at once and on one that has to be waited for.
 */
export type Steps = Generator<Statement, void, Columns[]>;
export interface Statement {
  text: string;
  values: readonly SqlValue[];
}

/** What the two databases do differently. */
export interface StoreFormat {
  /** Numbered by place. A released one is never edited. */
  migrations: readonly string[];
  /** What a migration adds and SQL alone can't fill, by the version that it makes. Run once all migrations have been. */
  fills: ReadonlyMap<number, () => Steps>;
  /** Statements that move a table of an early store out of the way, under the name `early_<table>`. */
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
