import type { Refusal, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { Header, RecordView } from './event-log.ts';
import type { Json } from './model.ts';

/** Every kind of document that is kept beside the log. */
export const recordKinds = [
  'workspace',
  'agent',
  'provider',
  'skill',
  'price',
  'session',
  'set-up',
  'webhook',
  'deliveries',
  'stop',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/**
 * Settings: plain documents beside the log, written by the same writer in the same transactions. A change is no event and
 * wakes nobody.
 */
export interface Records {
  get(workspaceId: WorkspaceId, kind: RecordKind, id: string): Promise<StoredRecord | null>;
  /** In order of their ids. */
  list(workspaceId: WorkspaceId, kind: RecordKind): Promise<StoredRecord[]>;
  /** Those that can't be used as they are stored. For everybody else they are not there, so that their defaults count. */
  damaged(kinds: readonly RecordKind[]): Promise<DamagedRecord[]>;
  change(
    header: Pick<ChangeHeader, 'workspaceId'>,
    place: RecordPlace,
    decide: DecideRecord,
  ): Promise<ChangeResult<null>>;
  /** The same, with a reply for the caller: that of the call that was committed. */
  changeWithReply<Reply>(
    header: ChangeHeader,
    place: RecordPlace,
    decide: ReplyingRecordDecision<Reply>,
  ): Promise<ChangeResult<Reply>>;
}

export interface StoredRecord {
  id: string;
  /** Counts up from 1 with every change. */
  version: number;
  data: Json;
  updatedAt: number;
}

/** A record that can't be used. Written again, it is whole. */
export interface DamagedRecord {
  workspaceId: WorkspaceId;
  kind: string;
  id: string;
  problem: string;
}

export type ChangeHeader = Pick<Header, 'workspaceId' | 'once'>;
export interface RecordPlace {
  kind: RecordKind;
  id: string;
}

/**
 * Called inside the transaction with the record as it is and the others of its kind; `view` has those of other kinds. It
 * must be pure, since it may be called again. Null removes the record.
 */
type DecideRecord = (...now: RecordsNow) => NonNullable<Json> | null | Refusal;
export type ReplyingRecordDecision<Reply> = (...now: RecordsNow) => DecidedRecord<Reply> | Refusal;
export type RecordsNow = [current: StoredRecord | null, others: readonly StoredRecord[], view: RecordView];

interface DecidedRecord<Reply> {
  /** Kept as JSON; null removes the record. */
  kept: NonNullable<Json> | object | null;
  reply: Reply;
}

export type ChangeResult<Reply = unknown> =
  | { refusal: Refusal }
  /** Repeated, it changed nothing, and the reply is that of the first request; `record` is what is there now. */
  | { refusal: null; record: StoredRecord | null; reply: Reply; isRepeated: boolean };

/** Where, and under which key; the same key twice has one effect and one answer. */
export interface RecordWish {
  workspaceId: WorkspaceId;
  once?: { key: string; request: string };
  /** The version that the change was made for: refused if the record has another one. */
  ifVersion?: number;
}
export type RecordReply<Done> = { refusal: null; done: Done } | { refusal: Refusal };

/** Changes a record and says what was decided; to a repeated request, what was said the first time. */
export async function changeRecord<Done>(
  records: Records,
  { workspaceId, once, ifVersion }: RecordWish,
  place: RecordPlace,
  decide: ReplyingRecordDecision<Done>,
): Promise<RecordReply<Done>> {
  const header = once ? { workspaceId, once } : { workspaceId };
  const result = await records.changeWithReply<Done>(
    header,
    place,
    (current, ...beside) => outdated(ifVersion, current?.version ?? 0, place.id) ?? decide(current, ...beside),
  );
  return result.refusal ? result : { refusal: null, done: result.reply };
}

/** Refuses a change that was made for another version than the current one. */
export function outdated(ifVersion: number | undefined, version: number, about: string): Refusal | null {
  return ifVersion === undefined || ifVersion === version ? null : refuse('changed-meanwhile', about);
}
