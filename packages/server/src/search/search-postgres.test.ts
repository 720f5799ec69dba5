import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { describeSearch } from '../../../../tests/contract/search.ts';
import type { PostgresServer } from '../../../../tests/postgres/server.ts';
import { startPostgres } from '../../../../tests/postgres/server.ts';
import { noFailpoints } from '../log/failpoints.ts';
import { GroupedLog } from '../log/grouped-log.ts';
import { openStore } from '../log/open-store.ts';
import type { OpenedLog } from '../ports/log/opened-log.ts';
import type { SearchIndex } from '../ports/log/search.ts';
import { systemClock } from '../ports/runtime/clock.ts';
import { openPostgresIndex } from './postgres-index.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(async () => {
  await server[Symbol.asyncDispose]();
});

describeSearch('PostgreSQL', async () => {
  const url = await server.createDatabase();
  const [logs, indexes]: [OpenedLog[], SearchIndex[]] = [[], []];
  return {
    async openLog() {
      const store = await openStore({ kind: 'postgres', url }, { readOnly: false, now: systemClock.now() });
      const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: assert.ifError });
      logs.push(log);
      return log;
    },
    async openIndex() {
      const index = await openPostgresIndex(url);
      indexes.push(index);
      return index;
    },
    async [Symbol.asyncDispose]() {
      for (const index of indexes) await index.close().catch(() => {});
      for (const log of logs) await log.close();
    },
  };
});
