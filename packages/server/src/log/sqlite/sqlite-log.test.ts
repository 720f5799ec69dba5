import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ThreadId, ThreadState } from '@retinue/protocol';
import { fold } from '@retinue/protocol';
import { describeEventLog } from '../../../../../tests/contract/event-log.ts';
import { temporaryDirectory } from '../../../../../tests/support/house.ts';
import { systemClock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { project, tables } from '../projector.ts';
import type { Row } from '../rows.ts';
import { SqliteLog } from './sqlite-log.ts';
import { toEvent } from './tables.ts';

describeEventLog('SQLite', async () => {
  const directory = await temporaryDirectory();
  const opened: EventLog[] = [];
  return {
    async open(failpoints) {
      const log = new SqliteLog({ directory, clock: systemClock, failpoints });
      opened.push(log);
      return log;
    },
    async projections() {
      using database = new DatabaseSync(join(directory, 'retinue.db'), { readOnly: true });
      return { stored: storedRows(database), rebuilt: rebuiltRows(database) };
    },
    async [Symbol.asyncDispose]() {
      for (const log of opened) await log.close();
      await rm(directory, { recursive: true });
    },
  };
});

function storedRows(database: DatabaseSync): unknown {
  return tables.map((table) => database.prepare(`SELECT * FROM ${table} ORDER BY id`).all());
}

function rebuiltRows(database: DatabaseSync): unknown {
  const events = database.prepare('SELECT * FROM event ORDER BY position').all().map(toEvent);
  const states = new Map<ThreadId, ThreadState>();
  for (const [threadId, own] of Map.groupBy(events, (event) => event.threadId)) {
    const state = fold(null, own);
    if (state) states.set(threadId, state);
  }
  const rows = new Map(tables.map((table) => [table, new Map<unknown, Row>()]));
  project(events, (threadId) => states.get(threadId) ?? null, {
    put: (table, row) => void rows.get(table)?.set(row.id, row),
    putOpenTaskStatus: () => {},
  });
  return tables.map((table) =>
    [...(rows.get(table)?.values() ?? [])].sort((left, right) => (String(left.id) < String(right.id) ? -1 : 1)),
  );
}
