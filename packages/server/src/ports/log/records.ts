import { createHash } from 'node:crypto';
import type { RecordProblem, Refusal, WorkspaceId } from '@retinue/protocol';
import { isRefusal, refuse } from '@retinue/protocol';
import type { Json } from '../engine/model.ts';
import type { AppendLabel } from './append-labels.ts';
import type { Header, RecordView } from './event-log.ts';
import type { RecordKind } from './record-shapes.ts';

/**
 * Settings: plain documents beside the log, written by the same writer in the same transactions. A change is no event
 * and wakes no thread.
 */
export interface Records {
  get(workspaceId: WorkspaceId, kind: RecordKind, id: string): Promise<StoredRecord | null>;
  /** In order of their ids. */
  list(workspaceId: WorkspaceId, kind: RecordKind): Promise<StoredRecord[]>;
  /** Unusable stored records. Other readers treat them as absent, so that their defaults apply. */
  damaged(kinds: readonly RecordKind[]): Promise<DamagedRecord[]>;
  change(
    header: Pick<ChangeHeader, 'workspaceId' | 'label'>,
    place: RecordPlace,
    decide: DecideRecord,
  ): Promise<Changed<null> | Refusal>;
  /** The same, with a reply for the caller: that of the committed call. */
  changeWithReply<Reply>(
    header: ChangeHeader,
    place: RecordPlace,
    decide: ReplyingRecordDecision<Reply>,
  ): Promise<Changed<Reply> | Refusal>;
}

export interface StoredRecord {
  id: string;
  /** Rises from 1 with every change. */
  version: number;
  data: Json;
  updatedAt: number;
}

/** An unusable record. A new write repairs it. */
export interface DamagedRecord {
  workspaceId: WorkspaceId;
  kind: string;
  id: string;
  problem: RecordProblem;
}

export type ChangeHeader = Pick<Header, 'workspaceId' | 'idempotency'> & Partial<Pick<Header, 'label'>>;
export interface RecordPlace {
  kind: RecordKind;
  id: string;
}

/**
 * Called inside the transaction with the current record and the others of its kind; `view` has those of other kinds. It
 * must be pure, since it may be called again. Null removes the record.
 */
type DecideRecord = (...now: RecordsNow) => NonNullable<Json> | null | Refusal;
export type ReplyingRecordDecision<Reply> = (...now: RecordsNow) => DecidedRecord<Reply> | Refusal;
export type RecordsNow = [
  current: StoredRecord | null,
  others: readonly StoredRecord[],
  view: RecordView,
  /** The version of the record after the change. */
  nextVersion: number,
];

interface DecidedRecord<Reply> {
  /** Stored as JSON; null removes the record. */
  kept: NonNullable<Json> | object | null;
  reply: Reply;
}

export interface Changed<Reply> {
  record: StoredRecord | null;
  /** The reply of the first request with the key, if this one was repeated and changed nothing. */
  reply: Reply;
  isRepeated: boolean;
}

/** Its workspace and key; the same key twice has one effect and one reply. */
export interface RecordRequest {
  workspaceId: WorkspaceId;
  idempotency?: { key: string; request: string };
  /** The name of its commit. */
  label?: AppendLabel;
  /** The version that the change was based on: refused if the record has another one. */
  ifVersion?: number;
}

/** The reply of a change that has none. */
export type Empty = Record<string, never>;

/** Changes a record and returns the decision; to a repeated request, the first one. */
export async function changeRecord<Done>(
  records: Records,
  { workspaceId, idempotency, label, ifVersion }: RecordRequest,
  place: RecordPlace,
  decide: ReplyingRecordDecision<Done>,
): Promise<Done | Refusal> {
  const header = { workspaceId, ...(idempotency && { idempotency }), ...(label && { label }) };
  const result = await records.changeWithReply<Done>(
    header,
    place,
    (current, ...beside) => outdated(ifVersion, current?.version ?? 0, place.id) ?? decide(current, ...beside),
  );
  return isRefusal(result) ? result : result.reply;
}

/** Stored requests are only compared, so one that may hold a secret is stored as its hash. */
export function hashRequest(request: RecordRequest): RecordRequest {
  const { idempotency } = request;
  if (!idempotency) return request;
  const hash = createHash('sha256').update(idempotency.request).digest('hex');
  return { ...request, idempotency: { key: idempotency.key, request: hash } };
}

/** Refuses a change that was based on another version than the current one. */
export function outdated(ifVersion: number | undefined, version: number, name: string): Refusal | null {
  return ifVersion === undefined || ifVersion === version ? null : refuse('changed-meanwhile', { name });
}
