import type { Row } from '../../read-models/rows.ts';
import { eventColumns, eventRow, onConflict, otherStatements } from '../batch-rows.ts';
import type { Batch } from '../store.ts';
import type { Prepare } from './connection.ts';

/** The rows of a transaction, by prepared statements: this is the hot path. */
export function writeSqliteBatch(prepare: Prepare, batch: Batch): void {
  const { events, rows, taskStatuses } = batch;
  for (const event of events) {
    if (event.seq === 1) prepare(numberThread).run(event.threadId, event.workspaceId);
    prepare(insertEvent).run(...Object.values(eventRow(event)));
  }
  for (const [table, ofTable] of rows) {
    const [first] = ofTable.values();
    if (!first) continue;
    const columns = Object.keys(first);
    const statement = prepare(
      `INSERT INTO ${table} (${columns.join(',')}) VALUES (${columns.map(() => '?').join(',')}) ${onConflict(table, columns, 'max')}`,
    );
    for (const row of ofTable.values()) statement.run(...Object.values<Row[string]>(row));
  }
  for (const [taskId, status] of taskStatuses) prepare(updateStatus).run(status, taskId);
  for (const { text, values } of otherStatements(batch)) prepare(text).run(...values);
}

const numberThread = 'INSERT INTO thread_number (id, workspace_id) VALUES (?, ?)';
const numberOf = '(SELECT number FROM thread_number WHERE id = ?)';
const insertEvent = `INSERT INTO log_event (${eventColumns}) VALUES (?, ${numberOf}, ${numberOf}, ?, ?, ?, ?, ?, ?, ?)`;
const updateStatus = 'UPDATE task SET status = ?1 WHERE id = ?2 AND ended_at IS NULL AND status <> ?1';
