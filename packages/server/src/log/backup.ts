import { createHash } from 'node:crypto';
import type { StorePlace } from '../ports/event-log.ts';
import type { RecordKind } from '../ports/records.ts';
import type { BackupLine } from './backup-lines.ts';
import { backupFormat, backupVersion } from './backup-lines.ts';
import type { Ask, Columns } from './reads.ts';
import { toEvent } from './reads.ts';
import { readRecord } from './record-rows.ts';
import { StoreError } from './store-error.ts';
import { lookAt } from './verify.ts';

/**
 * A whole store as lines of text, from one snapshot, so a writer may go on beside it. Only what can't be made again is
 * in it: events, blobs, answered requests and records. Holds one page of rows at a time.
 */
export async function* backupStore(place: StorePlace, now: number): AsyncGenerator<string> {
  await using look = await lookAt(place);
  if (look.damage.length > 0) throw damaged(look.damage);
  const tally = { blobs: 0, requests: 0, records: 0, events: 0 };
  const hash = createHash('sha256');
  const write = (line: BackupLine) => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    return text;
  };
  yield write({ format: backupFormat, version: backupVersion, backedUpAt: now });
  for await (const { hash, content } of pages(look.ask, 'SELECT hash, content FROM blob', ['hash'], blobsAtOnce)) {
    tally.blobs += 1;
    yield write({ blob: { hash: String(hash), content: String(content) } });
  }
  for await (const row of pages(look.ask, 'SELECT * FROM request', ['workspace_id', 'key'], rowsAtOnce)) {
    tally.requests += 1;
    yield write({ request: toRequest(row) });
  }
  for await (const row of pages(look.ask, 'SELECT * FROM record', ['workspace_id', 'kind', 'id'], rowsAtOnce)) {
    tally.records += 1;
    yield write({ record: toRecordLine(row) });
  }
  for await (const row of pages(look.ask, 'SELECT * FROM event', ['position'], rowsAtOnce)) {
    tally.events += 1;
    yield write({ event: toEvent(row) });
  }
  yield `${JSON.stringify({ end: { ...tally, sha256: hash.digest('hex') } } satisfies BackupLine)}\n`;
}

/** A blob may have 50 MB. */
const blobsAtOnce = 1;
const rowsAtOnce = 500;

async function* pages(ask: Ask, select: string, key: readonly string[], size: number): AsyncGenerator<Columns> {
  const order = key.join(', ');
  let last: Columns | null = null;
  while (true) {
    const after: string = last ? `WHERE (${order}) > (${key.map(() => '?').join(', ')})` : '';
    const values = last ? key.map((column) => last?.[column] as string | number) : [];
    const page: Columns[] = await ask(`${select} ${after} ORDER BY ${order} LIMIT ${size}`, values);
    yield* page;
    last = page.at(-1) ?? null;
    if (page.length < size || !last) return;
  }
}

function toRequest(row: Columns) {
  const { workspace_id: workspaceId, key, request, reply, at } = row;
  return {
    workspaceId: String(workspaceId),
    key: String(key),
    request: String(request),
    reply: String(reply),
    at: Number(at),
  };
}

function toRecordLine(row: Columns) {
  const { workspace_id: workspaceId, kind } = row;
  return { workspaceId: String(workspaceId), kind: kind as RecordKind, ...readRecord(row) };
}

function damaged([first]: readonly string[]): StoreError {
  return new StoreError('corrupt', `The store is damaged, so no backup of it was made: ${first}`);
}
