import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Ask, Columns, QueryWorker, SqlValue } from '../../ports/log/sql.ts';
import type { ReadOptions } from '../reads.ts';
import { fileName } from './open.ts';
import { withStoreErrors } from './problems.ts';

export const sqliteReads: ReadOptions = { rowsAtOnce: 16 };

export type Prepare = (text: string) => StatementSync;

/** Prepares statements when they are first needed and keeps them. */
export function statementCache(database: DatabaseSync): Prepare {
  const prepared = new Map<string, StatementSync>();
  return (text) => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
}

export function sqliteAsk(directory: string, prepare: Prepare): Ask {
  return async <Row>(...[text, values]: Parameters<Ask>) =>
    withStoreErrors(directory, () => allRows(prepare(text), values) as Row[]);
}

/** A number that JavaScript can't hold must not make the whole reply fail: such a reply is read again, and bounded. */
function allRows(statement: StatementSync, values: readonly SqlValue[]): Columns[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')) throw error;
  }
  statement.setReadBigInts(true);
  try {
    return statement.all(...values).map(withoutBigInts);
  } finally {
    statement.setReadBigInts(false);
  }
}

function withoutBigInts(row: Columns): Columns {
  const bounded = Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? toSafe(value) : value]);
  return Object.fromEntries(bounded);
}

function toSafe(value: bigint): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, Number(value)));
}

/** Queries beside the event loop. */
export function workerAsk(directory: string, worker: QueryWorker): Ask {
  const file = join(directory, fileName);
  return async <Row>(...[text, values]: Parameters<Ask>) => {
    const asked = await worker.ask(file, text, values).catch((error: unknown) => ({ error }));
    return withStoreErrors(directory, () => {
      if (!Array.isArray(asked)) throw asked.error;
      return asked as Row[];
    });
  };
}
