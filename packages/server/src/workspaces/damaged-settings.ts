import type { DamagedSetting, WorkspaceId } from '@retinue/protocol';
import { damagedSettingKinds, instanceWorkspaceId, refuse } from '@retinue/protocol';
import type { Records } from '../ports/records.ts';

/** What can't be read of the settings of one workspace. Its own settings and the stops are kept with the server's. */
export async function listDamagedSettings(records: Records, workspaceId: WorkspaceId): Promise<DamagedSetting[]> {
  const damaged = await records.damaged(damagedSettingKinds);
  return damaged.flatMap(({ workspaceId: keptIn, kind, id, problem }) => {
    const known = damagedSettingKinds.find((one) => one === kind);
    const isOwn = keptIn === workspaceId || (keptIn === instanceWorkspaceId && (kind === 'stop' || id === workspaceId));
    return known && isOwn ? [{ kind: known, id, problem: problem.slice(0, maxProblemLength) }] : [];
  });
}

/** Says whether it was there and damaged. A sound setting is never removed here, also not one that is saved meanwhile. */
export async function removeDamagedSetting(
  records: Records,
  workspaceId: WorkspaceId,
  { kind, id }: Pick<DamagedSetting, 'kind' | 'id'>,
): Promise<boolean> {
  const listed = await listDamagedSettings(records, workspaceId);
  if (!listed.some((one) => one.kind === kind && one.id === id)) return false;
  // What can't be read counts as absent, and what is absent can't be removed: it is written first.
  for (const data of [{}, null]) {
    const changed = await records.change({ workspaceId }, { kind, id }, (current) =>
      current ? refuse('changed-meanwhile', id) : data,
    );
    if (changed.refusal) return false;
  }
  return true;
}

const maxProblemLength = 500;
