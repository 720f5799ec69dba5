import { type RecordProblem, recordProblemText, type WorkspaceId } from '@retinue/protocol';
import type { RecordKind } from '../ports/log/record-shapes.ts';
import type { ChangeHeader, RecordPlace, Records, RecordsNow, StoredRecord } from '../ports/log/records.ts';
import { recordProblem } from './record-problem.ts';

/**
 * Records without those that do not fit their shape: each of them counts as absent, so that its default applies, and is
 * reported once.
 */
export function soundRecords(records: Records, onProblem: (problem: unknown) => void): Records {
  const told = new Set<string>();
  const isSound = (workspaceId: WorkspaceId, kind: RecordKind, { id, data }: StoredRecord) => {
    const problem = recordProblem(kind, id, data);
    const place = `${workspaceId} ${kind} ${id}`;
    if (problem === null) told.delete(place);
    else if (!told.has(place)) {
      told.add(place);
      onProblem(new DamagedRecordError(`The ${kind} ${id} of ${workspaceId}`, problem));
    }
    return problem === null;
  };
  const soundAt = (
    { workspaceId }: Pick<ChangeHeader, 'workspaceId'>,
    { kind }: RecordPlace,
    [current, others, view, nextVersion]: RecordsNow,
  ): RecordsNow => [
    current && isSound(workspaceId, kind, current) ? current : null,
    others.filter((record) => isSound(workspaceId, kind, record)),
    {
      record: (ofWorkspace, ofKind, id) => {
        const record = view.record(ofWorkspace, ofKind, id);
        return record && isSound(ofWorkspace, ofKind, record) ? record : null;
      },
    },
    nextVersion,
  ];
  return {
    async get(workspaceId, kind, id) {
      const record = await records.get(workspaceId, kind, id);
      return record && isSound(workspaceId, kind, record) ? record : null;
    },
    list: async (workspaceId, kind) =>
      (await records.list(workspaceId, kind)).filter((record) => isSound(workspaceId, kind, record)),
    damaged: (kinds) => records.damaged(kinds),
    change: (header, place, decide) =>
      records.change(header, place, (...now) => decide(...soundAt(header, place, now))),
    changeWithReply: (header, place, decide) =>
      records.changeWithReply(header, place, (...now) => decide(...soundAt(header, place, now))),
  };
}

class DamagedRecordError extends Error {
  override readonly name = 'DamagedRecordError';

  constructor(record: string, problem: RecordProblem) {
    super(`${record} ${recordProblemText(problem)} Defaults are used until it is saved again.`);
  }
}
