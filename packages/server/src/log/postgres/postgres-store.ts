import pg from 'pg';
import { patiently } from '../patiently.ts';
import type { Ask } from '../reads.ts';
import { Reads } from '../reads.ts';
import type { Store } from '../store.ts';
import { canWrite } from './can-write.ts';
import { asking, connectionOptions, plannerSettings } from './connection.ts';
import { checkVersion } from './migrations.ts';
import { PostgresTransaction } from './transaction.ts';
import { Writer } from './writer.ts';

/** The log on PostgreSQL. One connection appends, a small pool reads. */
export async function openPostgresStore(options: {
  url: string;
  readOnly?: boolean;
  patienceMs?: number;
  /** How long one round trip of an append may take before its connection counts as lost. */
  roundTripMs?: number;
}): Promise<Store> {
  const { url, readOnly = false, patienceMs = 15_000, roundTripMs = 10_000 } = options;
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: readerConnections,
    query_timeout: roundTripMs * 6,
    onConnect: (client) => client.query(plannerSettings),
  });
  pool.on('error', () => {});
  const ask: Ask = (text, values) => patiently(patienceMs, () => asking(pool)(text, values));
  const writer = new Writer(url, roundTripMs);
  try {
    if (readOnly) await checkVersion(asking(pool));
    else await writer.session();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const reads = new Reads(ask);
  return {
    begin: () => PostgresTransaction.begin(writer),
    settle: () => writer.settle(),
    canWrite: () => canWrite(pool),
    reads,
    longReads: reads,
    patienceMs,
    keepsStates: !readOnly,
    warning: null,
    close: async () => {
      await writer.close();
      await pool.end();
    },
  };
}

const readerConnections = 4;
