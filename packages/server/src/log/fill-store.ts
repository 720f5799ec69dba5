import { storedId } from '@retinue/protocol';
import type { Kept } from './backup-lines.ts';
import { bad } from './backup-lines.ts';
import type { Table } from './projector.ts';
import type { RecordRow } from './record-rows.ts';
import type { Row } from './rows.ts';
import type { Batch, Transaction } from './store.ts';
import { verifyLook } from './verify.ts';
import { readTree } from './verify-events.ts';
import { rebuild } from './verify-rows.ts';

/** Fills an empty store inside its transaction, and says how many events it took. */
export type Fill = (transaction: Transaction) => Promise<number>;

/** Truth first, a batch at a time; then the rows that follow from it, a tree at a time; then everything is verified. */
export function fillStore(backup: AsyncIterable<{ kept: Kept; bytes: number }>): Fill {
  return async (transaction) => {
    let head = 0;
    let events = 0;
    for await (const batch of batches(backup)) {
      await transaction.write(batch);
      head = batch.events.at(-1)?.position ?? head;
      events += batch.events.length;
    }
    await rebuildRows(transaction);
    const [finding] = await verifyLook({ ask: transaction.ask, damage: [], head });
    if (finding) throw bad(`it does not hold together: ${finding.words.replace(/\.$/, '')}`);
    return events;
  };
}

async function* batches(backup: AsyncIterable<{ kept: Kept; bytes: number }>): AsyncGenerator<Batch> {
  let held: Kept[] = [];
  let size = 0;
  for await (const { kept, bytes } of backup) {
    held.push(kept);
    size += bytes;
    if (size < batchBytes && held.length < batchLines) continue;
    yield toBatch(held);
    held = [];
    size = 0;
  }
  if (held.length > 0) yield toBatch(held);
}

const batchBytes = 4 * 1024 * 1024;
const batchLines = 2000;

function toBatch(held: readonly Kept[]): Batch {
  return {
    ...emptyBatch,
    events: held.flatMap((kept) => ('event' in kept ? [kept.event] : [])),
    blobs: held.flatMap((kept) => ('blob' in kept ? [kept.blob] : [])),
    requests: held.flatMap((kept) =>
      'request' in kept ? [{ ...kept.request, workspaceId: storedId.workspace(kept.request.workspaceId) }] : [],
    ),
    records: held.flatMap((kept) => ('record' in kept ? [toRecordRow(kept.record)] : [])),
  };
}

function toRecordRow({ workspaceId, data, ...rest }: Extract<Kept, { record: unknown }>['record']): RecordRow {
  return { ...rest, workspaceId: storedId.workspace(workspaceId), data: JSON.stringify(data) };
}

async function rebuildRows(transaction: Transaction): Promise<void> {
  const { ask } = transaction;
  for (const { root_id: rootId } of await ask('SELECT DISTINCT root_id FROM event', [])) {
    const { tree, findings } = await readTree(ask, String(rootId));
    if (!tree) throw bad(`it does not hold together: ${findings[0]?.words.replace(/\.$/, '')}`);
    const rows = new Map(Object.entries(rebuild(tree)) as [Table, Map<string, Row>][]);
    await transaction.write({ ...emptyBatch, rows });
  }
}

const emptyBatch: Batch = {
  events: [],
  rows: new Map(),
  taskStatuses: new Map(),
  blobs: [],
  requests: [],
  records: [],
};
