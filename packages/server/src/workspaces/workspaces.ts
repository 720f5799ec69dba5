import type { AgentId, LimitChanges, Limits, Workspace, WorkspaceId, WorkspaceLimits } from '@retinue/protocol';
import {
  agentIdOf,
  defaultApprovals,
  instanceWorkspaceId,
  localWorkspaceId,
  refuse,
  workspaceIdSchema,
  workspaceSchema,
} from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import type { Json } from '../ports/model.ts';
import type { ChangeHeader, Records } from '../ports/records.ts';
import type { WorkspaceChanged, WorkspaceChanges, Workspaces } from '../ports/workspaces.ts';

/** The workspaces of this server. The first one is there from the beginning, without a record until it is changed. */
export function createWorkspaces(options: {
  records: Records;
  clock: Clock;
  limits: Limits;
  chance: () => number;
}): Workspaces {
  const { records, clock, limits, chance } = options;
  const read = async (workspaceId: WorkspaceId): Promise<Workspace | null> => {
    const record = await records.get(instanceWorkspaceId, 'workspace', workspaceId);
    return record ? workspaceSchema.parse(record.data) : workspaceId === localWorkspaceId ? first(limits) : null;
  };
  const known = new KnownWorkspaces(read);
  const find = (workspaceId: WorkspaceId) => known.find(workspaceId);
  return {
    find,
    async list() {
      const kept = (await records.list(instanceWorkspaceId, 'workspace')).map(({ data }) =>
        workspaceSchema.parse(data),
      );
      const hasFirst = kept.some(({ workspaceId }) => workspaceId === localWorkspaceId);
      return [...(hasFirst ? [] : [first(limits)]), ...kept].sort((left, right) => left.createdAt - right.createdAt);
    },
    create: (name, once) => create({ records, clock, limits, chance }, name, once),
    async change(workspaceId, changes) {
      const changed = await change({ records, limits }, workspaceId, changes);
      known.forget(workspaceId);
      return changed;
    },
    limitsOf: async (workspaceId) => {
      const workspace = await find(workspaceId);
      return Object.assign({ ...limits, maxDepth: workspace?.maxDepth ?? limits.maxDepth }, workspace?.limits);
    },
    rulesOf: async (workspaceId) => (await find(workspaceId)) ?? first(limits),
  };
}

/** What was read is kept until the next change, since this process is the only one that writes. What is not there is not kept. */
class KnownWorkspaces {
  readonly #read: (workspaceId: WorkspaceId) => Promise<Workspace | null>;
  readonly #kept = new Map<WorkspaceId, Promise<Workspace | null>>();

  constructor(read: (workspaceId: WorkspaceId) => Promise<Workspace | null>) {
    this.#read = read;
  }

  async find(workspaceId: WorkspaceId): Promise<Workspace | null> {
    const reading = this.#kept.getOrInsertComputed(workspaceId, () => this.#read(workspaceId));
    let found: Workspace | null = null;
    try {
      found = await reading;
      return found;
    } finally {
      if (!found && this.#kept.get(workspaceId) === reading) this.#kept.delete(workspaceId);
    }
  }

  forget(workspaceId: WorkspaceId): void {
    this.#kept.delete(workspaceId);
  }
}

async function create(
  { records, clock, limits, chance }: Parameters<typeof createWorkspaces>[0],
  name: string,
  once?: { key: string; request: string },
): Promise<WorkspaceChanged> {
  const random = Array.from({ length: 12 }, () => Math.floor(chance() * 36).toString(36)).join('');
  const workspaceId = workspaceIdSchema.parse(`ws_${random}`);
  const workspace = { ...first(limits), workspaceId, name, createdAt: clock.now() };
  const header: ChangeHeader = {
    workspaceId: instanceWorkspaceId,
    ...(once ? { once: { ...once, reply: () => JSON.stringify(workspace) } } : {}),
  };
  const changed = await records.change(header, { kind: 'workspace', id: workspaceId }, () => toKept(workspace));
  if (changed.refusal) return { refusal: changed.refusal };
  return {
    refusal: null,
    workspace: changed.repeated ? workspaceSchema.parse(JSON.parse(changed.repeated)) : workspace,
  };
}

async function change(
  { records, limits }: { records: Records; limits: Limits },
  workspaceId: WorkspaceId,
  { limits: changed, ...changes }: WorkspaceChanges,
): Promise<WorkspaceChanged> {
  const place = { kind: 'workspace', id: workspaceId } as const;
  const result = await records.change({ workspaceId: instanceWorkspaceId }, place, (current) => {
    const before = current
      ? workspaceSchema.parse(current.data)
      : workspaceId === localWorkspaceId
        ? first(limits)
        : null;
    if (!before) return refuse('no-such-workspace', workspaceId);
    return toKept({ ...before, ...changes, limits: changeLimits(before.limits, changed ?? {}) });
  });
  if (result.refusal) return { refusal: result.refusal };
  return { refusal: null, workspace: workspaceSchema.parse(result.record?.data) };
}

/** What is absent is left out, as JSON has it. */
function toKept(workspace: Workspace): { [field: string]: Json } {
  return JSON.parse(JSON.stringify(workspace));
}

function changeLimits(before: WorkspaceLimits, changes: LimitChanges): WorkspaceLimits {
  const kept = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept);
}

function first({ maxDepth }: Limits): Workspace {
  return {
    workspaceId: localWorkspaceId,
    name: 'Workspace',
    maxDepth,
    defaultAgentId: firstAgent,
    createdAt: 0,
    approvals: defaultApprovals,
    deniedTools: [],
    limits: {},
  };
}

const firstAgent: AgentId = agentIdOf('orchestrator');
