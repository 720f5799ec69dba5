import { join } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import type { Ask, Columns, QueryWorker, SqlValue } from '../../ports/sql.ts';
import { fileName, inWords } from './open.ts';
import type { Prepare } from './preparing.ts';

export function asking(directory: string, prepare: Prepare): Ask {
  return async (text, values) => inWords(directory, () => allRows(prepare(text), values));
}

/** A number that JavaScript can't hold must not make the whole answer fail: such an answer is read again, and bounded. */
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

/** Asks beside the event loop. */
export function askingWorker(directory: string, worker: QueryWorker): Ask {
  const file = join(directory, fileName);
  return async (text, values) => {
    const asked = await worker.ask(file, text, values).catch((error: unknown) => ({ error }));
    return inWords(directory, () => {
      if (!Array.isArray(asked)) throw asked.error;
      return asked;
    });
  };
}
