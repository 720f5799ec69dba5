import type { Refusal, WorkspaceId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type { RecordView } from '../../ports/event-log.ts';
import type {
  DamagedRecord,
  RecordKind,
  RecordPlace,
  ReplyingRecordDecision,
  StoredRecord,
} from '../../ports/records.ts';
import type { Columns } from '../../ports/sql.ts';
import { recordProblem } from '../../records/record-shapes.ts';
import { isRecordAsWritten } from '../format/checksum.ts';

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

/** Decides on one record among all of its kind. The row is null where one that is not there is removed. */
export function decideRecord<Reply>(
  { workspaceId, kind, id }: RecordPlace & { workspaceId: WorkspaceId },
  { ofKind, view, at }: { ofKind: readonly StoredRecord[]; view: RecordView; at: number },
  decide: ReplyingRecordDecision<Reply>,
): { row: RecordRow | null; reply: Reply } | Refusal {
  const current = ofKind.find((record) => record.id === id) ?? null;
  const others = ofKind.filter((record) => record.id !== id);
  const decided = decide(current, others, view);
  if ('code' in decided) return decided;
  const { kept, reply } = decided;
  if (kept === null && !current) return { row: null, reply };
  const version = (current?.version ?? 0) + 1;
  const data = kept === null ? null : JSON.stringify(kept);
  return { row: { workspaceId, kind, id, version, data, updatedAt: at }, reply };
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
