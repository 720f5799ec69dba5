import type { Refusal, WorkspaceId } from '@retinue/protocol';
import { isRefusal, storedId } from '@retinue/protocol';
import type { DamagedRecord, DecideRecord, RecordKind, RecordPlace, StoredRecord } from '../ports/records.ts';
import { isRecordAsWritten } from './checksum.ts';
import type { Columns } from './reads.ts';
import { recordProblem } from './record-shapes.ts';

/** A row to put, or to remove when it has no data. */
export interface RecordRow {
  workspaceId: WorkspaceId;
  kind: RecordKind;
  id: string;
  version: number;
  /** JSON. */
  data: string | null;
  updatedAt: number;
}

/** What becomes of one record among all of its kind. Removing what is not there changes nothing. */
export function decideRecord(
  workspaceId: WorkspaceId,
  { kind, id }: RecordPlace,
  ofKind: readonly StoredRecord[],
  decide: DecideRecord,
  at: number,
): RecordRow | Refusal | null {
  const current = ofKind.find((record) => record.id === id) ?? null;
  const decided = decide(
    current,
    ofKind.filter((record) => record.id !== id),
  );
  if (isRefusal(decided)) return decided;
  if (decided === null && !current) return null;
  const version = (current?.version ?? 0) + 1;
  return { workspaceId, kind, id, version, data: decided === null ? null : JSON.stringify(decided), updatedAt: at };
}

/** As it will be read again. */
export function toRecord({ id, version, data, updatedAt }: RecordRow): StoredRecord | null {
  return data === null ? null : { id, version, data: JSON.parse(data), updatedAt };
}

/** Says why a stored record can't be used; null if it can. */
export function damagedRecord(row: Columns): DamagedRecord | null {
  const [kind, id] = [String(row.kind), String(row.id)];
  const problem = isRecordAsWritten(row) ? recordProblem(kind, id, storedJson(row.data)) : changedText;
  return problem === null ? null : { workspaceId: storedId.workspace(row.workspace_id), kind, id, problem };
}

const changedText = 'is not what was written.';

/** Of a row that can be used. */
export function readRecord(row: Columns): StoredRecord {
  return {
    id: row.id as string,
    version: row.version as number,
    data: storedJson(row.data) as StoredRecord['data'],
    updatedAt: row.updated_at as number,
  };
}

/** Undefined, which no JSON is, for what is none. */
export function storedJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
