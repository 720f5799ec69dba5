import type { Refusal, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { Header } from './event-log.ts';
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
  change(header: ChangeHeader, place: RecordPlace, decide: DecideRecord): Promise<ChangeResult>;
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
 * Called inside the transaction with the record as it is and the others of its kind; it must be pure, since it may be
 * called again. Null removes the record.
 */
export type DecideRecord = (
  current: StoredRecord | null,
  others: readonly StoredRecord[],
) => NonNullable<Json> | null | Refusal;

export type ChangeResult =
  | { refusal: Refusal }
  /** `repeated` is the reply of the first request, when this one repeated it and changed nothing; `record` is what is there now. */
  | { refusal: null; record: StoredRecord | null; repeated: string | null };

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
  decide: (current: StoredRecord | null, others: readonly StoredRecord[]) => Decided<Done> | Refusal,
): Promise<RecordReply<Done>> {
  const decided: Decided<Done>[] = [];
  const reply = () => JSON.stringify(decided.at(-1)?.done);
  const header = once ? { workspaceId, once: { ...once, reply } } : { workspaceId };
  const result = await records.change(header, place, (current, others) => {
    const made = outdated(ifVersion, current?.version ?? 0, place.id) ?? decide(current, others);
    if ('code' in made) return made;
    decided.push(made);
    return made.kept as { [field: string]: Json } | null;
  });
  if (result.refusal) return result;
  if (result.repeated !== null) return { refusal: null, done: JSON.parse(result.repeated) };
  const last = decided.at(-1);
  if (!last) throw new Error('a change that was not refused was decided on');
  return { refusal: null, done: last.done };
}

/** Refuses a change that was made for another version than the current one. */
export function outdated(ifVersion: number | undefined, version: number, about: string): Refusal | null {
  return ifVersion === undefined || ifVersion === version ? null : refuse('changed-meanwhile', about);
}

export interface Decided<Done> {
  /** Kept as JSON; null removes the record. */
  kept: object | null;
  done: Done;
}
