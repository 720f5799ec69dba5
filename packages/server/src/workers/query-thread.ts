import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import type { SqlValue } from '../ports/log/sql.ts';

/*
 * The thread that runs long reads. The file is opened for each read, so that neither a snapshot nor a replaced file is held
 * in between.
 */
export interface QueryMessage {
  file: string;
  text: string;
  values: readonly SqlValue[];
}

export type QueryAnswer = { rows: Record<string, unknown>[] } | { message: string; errcode: number | null };

parentPort?.on('message', (message: QueryMessage) => parentPort?.postMessage(answerTo(message)));

function answerTo({ file, text, values }: QueryMessage): QueryAnswer {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const statement = database.prepare(text);
    // A stored number outside the safe range must not fail the whole answer.
    statement.setReadBigInts(true);
    return { rows: statement.all(...values).map(withoutBigInts) };
  } catch (error) {
    const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : null;
    return { message: error instanceof Error ? error.message : String(error), errcode };
  }
}

function withoutBigInts(row: Record<string, unknown>): Record<string, unknown> {
  const bounded = Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? toSafe(value) : value]);
  return Object.fromEntries(bounded);
}

function toSafe(value: bigint): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, Number(value)));
}
