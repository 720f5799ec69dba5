import { isRefusal } from '@retinue/protocol';
import type { Records } from '../../ports/records.ts';
import type { Group } from '../group.ts';
import type { Reads } from '../reads.ts';

/** Adds to the next group, and resolves once that is committed. */
type Enqueue = <Result>(take: (group: Group, at: number) => Promise<Result>) => Promise<Result>;

/** The records of a log: read at once, changed in its groups. */
export function groupedRecords(reads: () => Reads, enqueue: Enqueue): Records {
  const changeWithReply: Records['changeWithReply'] = (header, place, decide) =>
    enqueue((group, at) => group.change({ header, place, decide }, at));
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
