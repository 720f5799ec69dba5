import type { Role } from '@retinue/protocol';
import { createIdMaker, defaultApprovals } from '@retinue/protocol';
import type { Config } from './config.ts';
import type { TreeBounds } from './integrity/import/clamp-imported-event.ts';
import type { ImportRoom } from './integrity/import/import-chat.ts';
import { importChat } from './integrity/import/import-chat.ts';
import { verifyForeign } from './integrity/verify/verify-foreign.ts';
import type { Retinue } from './main.ts';
import { createSecureRandom, openLog, reportProblem } from './main.ts';
import { systemClock } from './ports/clock.ts';
import type { ImportChat } from './ports/import.ts';
import type { Workspaces } from './ports/workspaces.ts';
import { createWorkspaces } from './workspaces/workspaces.ts';

export type { ImportChat, ImportFailure } from './ports/import.ts';

/** A store to add to, by a process that works on nothing in it. */
export async function openForImport(config: Config): Promise<ImportPlace> {
  const log = await openLog(config, { clock: systemClock, onProblem: reportProblem });
  const random = createSecureRandom();
  // An import changes no setting, so it needs to know of no agent.
  const agents = { finderOf: async () => () => [] };
  const settings = { records: log.records, clock: systemClock, limits: config.limits, random, agents };
  const workspaces = createWorkspaces(settings);
  return { log, clock: systemClock, ids: createIdMaker(() => systemClock.now(), random), workspaces };
}

export type ImportPlace = Pick<Retinue, 'log' | 'ids' | 'clock' | 'workspaces'>;

/** Reads a file as an import does, and writes nothing. */
export function checkImport({ limits }: Config): ImportChat {
  const stage: ImportRoom['log']['stage'] = async (_header, _part, reply) => ({
    refusal: null,
    events: [],
    reply,
    isRepeated: false,
  });
  const ids = createIdMaker(() => systemClock.now(), createSecureRandom());
  const rules = { approvals: defaultApprovals, deniedTools: [] };
  const workspaces = { rulesOf: async () => rules, limitsOf: async () => limits };
  const log = { stage, discardStaged: async () => {} };
  return createImport({ log, ids, clock: systemClock, workspaces }, () => () => ({}));
}

/** The one way in for an exported chat. */
export function createImport(
  {
    log,
    ids,
    clock,
    workspaces,
  }: Pick<ImportRoom, 'log' | 'ids' | 'clock'> & {
    workspaces: Pick<Workspaces, 'rulesOf' | 'limitsOf'>;
  },
  narrowedTo: (role: Role) => TreeBounds['narrow'],
): ImportChat {
  const places = new Places();
  return async (wish, { role, maxBytes, file }) => {
    if (!(await places.take())) return { failure: 'too-many-imports', words: tooManyImports };
    try {
      const rules = await workspaces.rulesOf(wish.workspaceId);
      const limits = await workspaces.limitsOf(wish.workspaceId);
      const bounds = { rules, limits, narrow: narrowedTo(role) };
      return await importChat({ log, ids, clock, bounds, maxBytes, verify: verifyForeign }, wish, file);
    } finally {
      places.leave();
    }
  };
}

/** A few imports run at once. More wait, with their file unread, and of very many the last are refused. */
class Places {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  async take(): Promise<boolean> {
    if (this.#running < maxImports) {
      this.#running += 1;
      return true;
    }
    if (this.#waiting.length >= maxWaiting) return false;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return true;
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}

/** Each holds what it has read of its file without the texts. */
const maxImports = 4;
const maxWaiting = 60;
const tooManyImports = `${maxWaiting} imports are waiting already. Wait until some of them have ended, and import this file again`;
