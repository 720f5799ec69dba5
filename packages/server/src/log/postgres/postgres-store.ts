import pg from 'pg';
import type { Ask } from '../../ports/log/sql.ts';
import { Reads } from '../reads.ts';
import { retryWhileUnavailable } from '../retry-while-unavailable.ts';
import type { LogStore } from '../store.ts';
import { canWrite } from './can-write.ts';
import { connectionOptions, plannerSettings, postgresAsk, postgresReads } from './connection.ts';
import { checkDatabaseVersion } from './migrations.ts';
import { PostgresTransaction } from './transaction.ts';
import { Writer } from './writer.ts';

/** The log on PostgreSQL. One connection appends, a small pool reads. */
export async function openPostgresStore(options: {
  url: string;
  readOnly?: boolean;
  maxRetryMs?: number;
  /** Time that one round trip of an append may take before its connection counts as lost. */
  roundTripMs?: number;
}): Promise<LogStore> {
  const { url, readOnly = false, maxRetryMs = 15_000, roundTripMs = 10_000 } = options;
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: readerConnections,
    query_timeout: roundTripMs * 6,
    onConnect: (client) => client.query(plannerSettings),
  });
  pool.on('error', () => {});
  const ask: Ask = (...query) => retryWhileUnavailable(maxRetryMs, () => postgresAsk(pool)(...query));
  const writer = new Writer(url, roundTripMs);
  try {
    if (readOnly) await checkDatabaseVersion(postgresAsk(pool));
    else await writer.session();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const reads = new Reads(ask, postgresReads);
  return {
    kind: 'postgres',
    begin: () => PostgresTransaction.begin(writer),
    settle: () => writer.settle(),
    canWrite: () => canWrite(pool),
    reads,
    longAsk: ask,
    maxRetryMs,
    keepsStates: !readOnly,
    warning: null,
    close: async () => {
      await writer.close();
      await pool.end();
    },
  };
}

const readerConnections = 4;
