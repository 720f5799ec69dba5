import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Ask } from '../../ports/log/sql.ts';
import { closedError } from '../../ports/log/store-error.ts';
import type { ReadOptions } from '../reads.ts';
import { queryError } from './problems.ts';

/** A reply arrives in parts. Many rows at once save round trips. */
export const postgresReads: ReadOptions = { rowsAtOnce: 500 };

/** The driver returns big integers as text; ours are all far below 2^53, and others become the nearest number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? toSafe : pg.types.getTypeParser(id, format)),
};

function toSafe(text: string): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, Number(text)));
}

export function connectionOptions(url: string) {
  return {
    connectionString: url,
    types,
    connectionTimeoutMillis: 5000,
    application_name: 'retinue',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * Every query reads few rows by an index. Without statistics the planner of a database expects thousands, and starts
 * workers or compiles the plan, which takes a hundred times longer than the query.
 */
export const plannerSettings = 'SET max_parallel_workers_per_gather = 0; SET jit = off';

export function postgresAsk(client: Pick<pg.ClientBase, 'query'>): Ask {
  return async (text, values) => {
    try {
      const result = await client.query(queryOf(text, values));
      return Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows;
    } catch (error) {
      throw 'ending' in client && client.ending === true ? closedError() : queryError(error);
    }
  };
}

/** Statements are prepared by the server once per connection, under a name that follows from their text. */
export function queryOf(text: string, values: Parameters<Ask>[1]): pg.QueryConfig {
  const numbered = numberPlaces(text);
  return values.length === 0 ? { text: numbered } : { name: nameOf(numbered), text: numbered, values: [...values] };
}

const numbered = new Map<string, string>();

/** `?` becomes `$1`, `$2` and so on. */
function numberPlaces(text: string): string {
  return numbered.getOrInsertComputed(text, () => {
    let count = 0;
    return text.replace(/\?/g, () => `$${++count}`);
  });
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  return names.getOrInsertComputed(text, () => createHash('sha1').update(text).digest('base64url'));
}
