import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type Prepare = (text: string) => StatementSync;

/** Statements are prepared when first asked for and kept. */
export function preparing(database: DatabaseSync): Prepare {
  const prepared = new Map<string, StatementSync>();
  return (text) => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
}
