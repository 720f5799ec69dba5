import type { Refusal, WorkspaceId } from '@retinue/protocol';
import type { z } from 'zod';
import type { RecordView } from '../ports/event-log.ts';
import type { RecordKind, RecordReply, Records, RecordWish, StoredRecord } from '../ports/records.ts';
import { changeRecord } from '../ports/records.ts';

/** A record with its parsed content. */
export interface Item<Content> {
  value: Content;
  version: number;
  updatedAt: number;
}

type DecideItem<Content, Done> = (
  current: Item<Content> | null,
  others: readonly Item<Content>[],
  view: RecordView,
) => { kept: Content | null; reply: Done } | Refusal;

/** The records of one kind, parsed on every read. */
export interface Collection<Content> {
  get(workspaceId: WorkspaceId, id: string): Promise<Item<Content> | null>;
  /** In order of their ids. */
  list(workspaceId: WorkspaceId): Promise<Item<Content>[]>;
  /** Null for a record that is absent or does not fit the schema, so that its defaults apply. */
  parse(record: StoredRecord | null): Item<Content> | null;
  /** Decides inside the transaction. Checks the version and the idempotency key of the request. */
  change<Done>(wish: RecordWish, id: string, decide: DecideItem<Content, Done>): Promise<RecordReply<Done>>;
  /** Removes a record, or refuses with `missing` if it is not there. */
  remove(wish: RecordWish, id: string, missing: Refusal): Promise<RecordReply<null>>;
}

export function collection<Content extends object>(
  records: Records,
  kind: RecordKind,
  schema: z.ZodType<Content>,
): Collection<Content> {
  const parse = (record: StoredRecord | null): Item<Content> | null => {
    if (!record) return null;
    const { data: value } = schema.safeParse(record.data);
    return value ? { value, version: record.version, updatedAt: record.updatedAt } : null;
  };
  const parseAll = (all: readonly StoredRecord[]) => all.flatMap((record) => parse(record) ?? []);
  const change: Collection<Content>['change'] = (wish, id, decide) =>
    changeRecord(records, wish, { kind, id }, (current, others, view) =>
      decide(parse(current), parseAll(others), view),
    );
  return {
    get: async (workspaceId, id) => parse(await records.get(workspaceId, kind, id)),
    list: async (workspaceId) => parseAll(await records.list(workspaceId, kind)),
    parse,
    change,
    remove: (wish, id, missing) => change(wish, id, (current) => (current ? { kept: null, reply: null } : missing)),
  };
}
