import { storedId } from '@retinue/protocol';
import type { Statement } from './migration-steps.ts';
import type { Table } from './projector.ts';
import type { Columns } from './reads.ts';
import { numberOfThread, toEvent } from './reads.ts';
import { foldedTree } from './verify-events.ts';
import type { Rebuilt } from './verify-rows.ts';
import { rebuild } from './verify-rows.ts';

/** The rows that a chat's events give, for a migration; null where they can't be folded. */
export function* rebuildChat(rootId: string): Generator<Statement, Rebuilt | null, Columns[]> {
  const text = `SELECT * FROM event WHERE root = ${numberOfThread} ORDER BY position`;
  const stored = yield { text, values: [rootId] };
  try {
    const { tree } = foldedTree(storedId.thread(rootId), stored.map(toEvent));
    return tree && rebuild(tree);
  } catch {
    return null;
  }
}

export function insertRows(table: Table, rebuilt: Rebuilt): Statement[] {
  return [...rebuilt[table].values()].map((row) => {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    return { text: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, values: Object.values(row) };
  });
}
