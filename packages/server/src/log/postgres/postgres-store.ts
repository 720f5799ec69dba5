import pg from 'pg';
import type { Ask } from '../../ports/log/sql.ts';
import { Reads } from '../reads.ts';
import { retryWhileUnavailable } from '../retry-while-unavailable.ts';
import type { LogStore } from '../store.ts';
import { canWrite } from './can-write.ts';
import { connectionOptions, plannerSettings, postgresAsk, postgresReads } from './connection.ts';
import { longReadConnections, longReads } from './long-reads.ts';
import { checkDatabaseVersion } from './migrations.ts';
import { PostgresTransaction } from './transaction.ts';
import { Writer, type WriterBounds } from './writer.ts';

/** The log on PostgreSQL. One connection appends, a small pool reads, and another one does the long reads. */
export async function openPostgresStore(
  options: { url: string; readOnly?: boolean; maxRetryMs?: number } & Partial<WriterBounds>,
): Promise<LogStore> {
  const { url, readOnly = false, maxRetryMs = 15_000, roundTripMs = 10_000, migrationStepMs = 2 * hourMs } = options;
  const pool = readPool(url, readerConnections, roundTripMs);
  const longPool = readPool(url, longReadConnections, roundTripMs);
  const asking = (of: pg.Pool): Ask => {
    return (...query) => retryWhileUnavailable(maxRetryMs, () => postgresAsk(of)(...query));
  };
  const writer = new Writer(url, { roundTripMs, migrationStepMs });
  try {
    if (readOnly) await checkDatabaseVersion(postgresAsk(pool));
    else await writer.session();
  } catch (error) {
    await Promise.all([pool.end(), longPool.end()]);
    throw error;
  }
  const longAsk = longReads(asking(longPool));
  const reads = new Reads(asking(pool), { ...postgresReads, longAsk });
  return {
    kind: 'postgres',
    begin: () => PostgresTransaction.begin(writer),
    settle: () => writer.settle(),
    canWrite: () => canWrite(pool),
    reads,
    longAsk,
    maxRetryMs,
    keepsStates: !readOnly,
    warning: null,
    close: async () => {
      await writer.close();
      await Promise.all([pool.end(), longPool.end()]);
    },
  };
}

/** Connects at the first read. */
function readPool(url: string, connections: number, roundTripMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: connections,
    query_timeout: roundTripMs * 6,
    onConnect: (client) => client.query(plannerSettings),
  });
  pool.on('error', () => {});
  return pool;
}

const readerConnections = 4;
const hourMs = 60 * 60_000;
