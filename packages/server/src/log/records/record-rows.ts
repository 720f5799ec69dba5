import { isRefusal, type Refusal, type WorkspaceId } from '@retinue/protocol';
import type { AppendLabel } from '../../ports/log/append-labels.ts';
import type { RecordView } from '../../ports/log/event-log.ts';
import type { RecordKind } from '../../ports/log/record-shapes.ts';
import type {
  DamagedRecord,
  RecordPlace,
  Records,
  ReplyingRecordDecision,
  StoredRecord,
} from '../../ports/log/records.ts';
import type { Schema } from '../../read-models/schema.ts';
import { recordProblem } from '../../records/record-problem.ts';
import { isRecordAsWritten } from '../format/checksum.ts';
import type { Group } from '../group.ts';
import type { Reads } from '../reads.ts';

/** A row to put, or to remove when it has no data. */
export interface RecordRow {
  workspaceId: WorkspaceId;
  kind: RecordKind;
  id: string;
  version: number;
  /** In JSON. */
  data: string | null;
  updatedAt: number;
}

/** Decides on one record among all of its kind. The row is null if a missing record is removed. */
export function decideRecord<Reply>(
  { workspaceId, kind, id }: RecordPlace & { workspaceId: WorkspaceId },
  { ofKind, view, at }: { ofKind: readonly StoredRecord[]; view: RecordView; at: number },
  decide: ReplyingRecordDecision<Reply>,
): { row: RecordRow | null; reply: Reply } | Refusal {
  const current = ofKind.find((record) => record.id === id) ?? null;
  const others = ofKind.filter((record) => record.id !== id);
  const version = (current?.version ?? 0) + 1;
  const decided = decide(current, others, view, version);
  if (isRefusal(decided)) return decided;
  const { kept, reply } = decided;
  if (kept === null && !current) return { row: null, reply };
  const data = kept === null ? null : JSON.stringify(kept);
  return { row: { workspaceId, kind, id, version, data, updatedAt: at }, reply };
}

/** As it will be read again. */
export function toRecord({ id, version, data, updatedAt }: RecordRow): StoredRecord | null {
  return data === null ? null : { id, version, data: JSON.parse(data), updatedAt };
}

/** Reason why a stored record can't be used; null if it can. */
export function damagedRecord(row: Schema['record']): DamagedRecord | null {
  const { workspace_id: workspaceId, kind, id } = row;
  const problem = isRecordAsWritten(row)
    ? recordProblem(kind, id, storedJson(row.data))
    : ({ code: 'changed' } as const);
  return problem === null ? null : { workspaceId, kind, id, problem };
}

/** Leaves out records that were changed since they were written, or are no JSON. */
export function soundRows(rows: readonly Schema['record'][]): StoredRecord[] {
  return rows
    .filter(isRecordAsWritten)
    .map(readRecord)
    .filter(({ data }) => data !== undefined);
}

export function readRecord({ id, version, data, updated_at: updatedAt }: Schema['record']): StoredRecord {
  return { id, version, data: storedJson(data) as StoredRecord['data'], updatedAt };
}

/** Undefined, which no JSON is, for invalid JSON. */
export function storedJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** Adds to the next group, and resolves once that is committed. */
type Enqueue = <Result>(label: AppendLabel, take: (group: Group, at: number) => Promise<Result>) => Promise<Result>;

/** The records of a log: read at once, changed in its groups. */
export function groupedRecords(reads: () => Reads, enqueue: Enqueue): Records {
  const changeWithReply: Records['changeWithReply'] = (header, place, decide) =>
    enqueue(header.label ?? 'change-record', (group, at) => group.change({ header, place, decide }, at));
  return {
    get: async (workspaceId, kind, id) => reads().record(workspaceId, { kind, id }),
    list: async (workspaceId, kind) => reads().records(workspaceId, kind),
    damaged: async (kinds) => reads().damagedRecords(kinds),
    change: (header, place, decide) =>
      changeWithReply(header, place, (...now) => {
        const kept = decide(...now);
        return isRefusal(kept) ? kept : { kept, reply: null };
      }),
    changeWithReply,
  };
}
