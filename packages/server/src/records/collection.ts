import type { Refusal, WorkspaceId } from '@retinue/protocol';
import type { z } from 'zod';
import type { RecordView } from '../ports/log/event-log.ts';
import type { RecordKind } from '../ports/log/record-shapes.ts';
import type { Empty, RecordRequest, Records, StoredRecord } from '../ports/log/records.ts';
import { changeRecord } from '../ports/log/records.ts';

/** A record with its parsed content. */
export interface CollectionItem<Content> {
  value: Content;
  version: number;
  updatedAt: number;
}

type DecideItem<Content, Done> = (
  current: CollectionItem<Content> | null,
  others: readonly CollectionItem<Content>[],
  view: RecordView,
  nextVersion: number,
) => { kept: Content | null; reply: Done } | Refusal;

/** The records of one kind, parsed on every read. */
export interface Collection<Content> {
  get(workspaceId: WorkspaceId, id: string): Promise<CollectionItem<Content> | null>;
  /** In order of their ids. */
  list(workspaceId: WorkspaceId): Promise<CollectionItem<Content>[]>;
  /** Null for a record that is absent or does not fit the schema, so that its defaults apply. */
  parse(record: StoredRecord | null): CollectionItem<Content> | null;
  /** Decides inside the transaction. Checks the version and the idempotency key of the request. */
  change<Done>(request: RecordRequest, id: string, decide: DecideItem<Content, Done>): Promise<Done | Refusal>;
  /** Removes a record, or refuses with `missing` if it is not there. */
  remove(request: RecordRequest, id: string, missing: Refusal): Promise<Empty | Refusal>;
}

export function collection<Content extends object>(
  records: Records,
  kind: RecordKind,
  schema: z.ZodType<Content>,
): Collection<Content> {
  const parse = (record: StoredRecord | null): CollectionItem<Content> | null => {
    if (!record) return null;
    const { data: value } = schema.safeParse(record.data);
    return value ? { value, version: record.version, updatedAt: record.updatedAt } : null;
  };
  const parseAll = (all: readonly StoredRecord[]) => all.flatMap((record) => parse(record) ?? []);
  const change: Collection<Content>['change'] = (request, id, decide) =>
    changeRecord(records, request, { kind, id }, (current, others, ...beside) =>
      decide(parse(current), parseAll(others), ...beside),
    );
  return {
    get: async (workspaceId, id) => parse(await records.get(workspaceId, kind, id)),
    list: async (workspaceId) => parseAll(await records.list(workspaceId, kind)),
    parse,
    change,
    remove: (request, id, missing) => change(request, id, (current) => (current ? { kept: null, reply: {} } : missing)),
  };
}
