import { createIdMaker, defaultApprovals, type Role, refuse } from '@retinue/protocol';
import type { Config } from './config.ts';
import type { TreeBounds } from './integrity/import/clamp-imported-event.ts';
import { importBounds } from './integrity/import/import-bounds.ts';
import { type ImportContext, importExport } from './integrity/import/import-chat.ts';
import { verifyTree } from './integrity/verify/verify-tree.ts';
import { createSecureRandom } from './main.ts';
import type { RunImport } from './ports/log/import.ts';
import { systemClock } from './ports/runtime/clock.ts';
import { Slots } from './ports/runtime/slots.ts';
import type { Workspaces } from './ports/settings/workspaces.ts';

type ImportParts = Pick<ImportContext, 'log' | 'ids' | 'clock'> & {
  workspaces: Pick<Workspaces, 'rulesOf' | 'limitsOf'>;
};

/** Imports exported chats, a few at a time. */
export function createImport(
  { log, ids, clock, workspaces }: ImportParts,
  clampRightsTo: (role: Role) => TreeBounds['clampRights'],
  fileBounds = importBounds,
): RunImport {
  const slots = new Slots(maxImports, maxWaiting);
  return async (request, { role, maxBytes, file }) => {
    if (!(await slots.take())) return refuse('too-many-imports', { waiting: maxWaiting });
    try {
      const rules = await workspaces.rulesOf(request.workspaceId);
      const limits = await workspaces.limitsOf(request.workspaceId);
      const bounds = { rules, limits, clampRights: clampRightsTo(role) };
      return await importExport({ log, ids, clock, bounds, fileBounds, maxBytes, verify: verifyTree }, request, file);
    } finally {
      slots.leave();
    }
  };
}

/** Checks a file as an import does, and writes nothing. */
export function checkImport({ limits }: Config): RunImport {
  const stage: ImportContext['log']['stage'] = async (_header, _part, reply) => {
    return { events: [], reply, isRepeated: false };
  };
  const ids = createIdMaker(() => systemClock.now(), createSecureRandom());
  const rules = { approvals: defaultApprovals, deniedTools: [] };
  const workspaces = { rulesOf: async () => rules, limitsOf: async () => limits };
  const log = { stage, discardStaged: async () => {} };
  return createImport({ log, ids, clock: systemClock, workspaces }, () => () => ({}));
}

/** An import keeps its events in memory, without their texts. Queued imports have not read their file. */
const maxImports = 4;
const maxWaiting = 60;
