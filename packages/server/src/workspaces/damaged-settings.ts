import type { DamagedSetting, WorkspaceId } from '@retinue/protocol';
import { damagedSettingKinds, instanceWorkspaceId, isRefusal, recordProblemSchema, refuse } from '@retinue/protocol';
import type { RecordRequest, Records } from '../ports/log/records.ts';

/** The damaged settings of one workspace. Its own settings and the stops are records of the server. */
export async function readDamagedSettings(records: Records, workspaceId: WorkspaceId): Promise<DamagedSetting[]> {
  const damaged = await records.damaged(damagedSettingKinds);
  return damaged.flatMap(({ workspaceId: keptIn, kind, id, problem }) => {
    const known = damagedSettingKinds.find((one) => one === kind);
    const isOwn = keptIn === workspaceId || (keptIn === instanceWorkspaceId && (kind === 'stop' || id === workspaceId));
    return known && isOwn ? [{ kind: known, id, problem: recordProblemSchema.parse(shortened(problem)) }] : [];
  });
}

/** True if a damaged setting was removed. A valid setting is never removed, also not one that is saved meanwhile. */
export async function deleteDamagedRecord(
  records: Records,
  { workspaceId, label }: RecordRequest,
  { kind, id }: Pick<DamagedSetting, 'kind' | 'id'>,
): Promise<boolean> {
  const listed = await readDamagedSettings(records, workspaceId);
  if (!listed.some((one) => one.kind === kind && one.id === id)) return false;
  // A damaged record counts as absent and can't be removed, so it is written first.
  for (const data of [{}, null]) {
    const changed = await records.change({ workspaceId, ...(label && { label }) }, { kind, id }, (current) =>
      current ? refuse('changed-meanwhile', { name: id }) : data,
    );
    if (isRefusal(changed)) return false;
  }
  return true;
}

/** A damaged record can hold anything, of any size. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, maxTextLength);
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shortened(field)]));
}

const maxTextLength = 200;
const maxEntries = 20;
