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
import type { AgentDirectory } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { RecordView } from '../ports/event-log.ts';
import type { Json } from '../ports/model.ts';
import type { Records, StoredRecord } from '../ports/records.ts';
import { outdated } from '../ports/records.ts';
import type { WorkspaceChanged, WorkspaceChanges, Workspaces } from '../ports/workspaces.ts';
import { listDamagedSettings, removeDamagedSetting } from './damaged-settings.ts';

export interface WorkspacesOptions {
  records: Records;
  clock: Clock;
  limits: Limits;
  random: () => number;
  /** One of these is the default agent. */
  agents: Pick<AgentDirectory, 'finderOf'>;
}

/** The workspaces of this server. The first one is there from the beginning, without a record until it is changed. */
export function createWorkspaces(options: WorkspacesOptions): Workspaces {
  const { records, limits } = options;
  const read = async (workspaceId: WorkspaceId): Promise<Workspace | null> => {
    const record = await records.get(instanceWorkspaceId, 'workspace', workspaceId);
    if (record) return workspaceOf(record);
    if (workspaceId === localWorkspaceId) return first(limits);
    return (await damagedOnes(records, limits)).find((damaged) => damaged.workspaceId === workspaceId) ?? null;
  };
  const known = new KnownWorkspaces(read);
  const find = (workspaceId: WorkspaceId) => known.find(workspaceId);
  const workspaceIn = (view: RecordView, workspaceId: WorkspaceId): Omit<Workspace, 'version'> => {
    const record = view.record(instanceWorkspaceId, 'workspace', workspaceId);
    // One that can't be read counts as absent here, too.
    return workspaceSchema.safeParse(record?.data).data ?? first(limits);
  };
  return {
    find,
    async list() {
      const kept = (await records.list(instanceWorkspaceId, 'workspace')).map(workspaceOf);
      const hasFirst = kept.some(({ workspaceId }) => workspaceId === localWorkspaceId);
      const damaged = await damagedOnes(records, limits);
      return [...(hasFirst ? [] : [first(limits)]), ...damaged, ...kept].sort(
        (left, right) => left.createdAt - right.createdAt,
      );
    },
    create: (name, once) => create(options, name, once),
    async change(workspaceId, changes, ifVersion) {
      const changed = await change(options, workspaceId, changes, ifVersion);
      known.forget(workspaceId);
      return changed;
    },
    limitsOf: async (workspaceId) => {
      const workspace = await find(workspaceId);
      return Object.assign({ ...limits, maxDepth: workspace?.maxDepth ?? limits.maxDepth }, workspace?.limits);
    },
    rulesOf: async (workspaceId) => (await find(workspaceId)) ?? first(limits),
    rulesIn: workspaceIn,
    defaultAgentIn: (view, workspaceId) => workspaceIn(view, workspaceId).defaultAgentId,
    damagedSettings: (workspaceId) => listDamagedSettings(records, workspaceId),
    removeDamagedSetting: (workspaceId, setting) => removeDamagedSetting(records, workspaceId, setting),
  };
}

/** A workspace whose settings can't be read goes on with the defaults, under its id: its chats are still there. */
async function damagedOnes(records: Records, limits: Limits): Promise<Workspace[]> {
  const damaged = (await records.damaged(['workspace'])).filter(({ id }) => id !== localWorkspaceId);
  return damaged.flatMap(({ id }) => {
    const workspaceId = workspaceIdSchema.safeParse(id);
    return workspaceId.success ? [{ ...first(limits), workspaceId: workspaceId.data, name: id }] : [];
  });
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
  { records, clock, limits, random }: WorkspacesOptions,
  name: string,
  once?: { key: string; request: string },
): Promise<WorkspaceChanged> {
  const suffix = Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36)).join('');
  const workspaceId = workspaceIdSchema.parse(`ws_${suffix}`);
  const workspace = { ...first(limits), workspaceId, name, createdAt: clock.now(), version: 1 };
  const header = { workspaceId: instanceWorkspaceId, ...(once ? { once } : {}) };
  const created = await records.changeWithReply(header, { kind: 'workspace', id: workspaceId }, () => ({
    kept: toKept(workspace),
    reply: workspace,
  }));
  // A reply of an earlier release may lack a field that has a default now.
  return created.refusal ? created : { refusal: null, workspace: workspaceSchema.parse(created.reply) };
}

async function change(
  { records, limits, agents }: WorkspacesOptions,
  workspaceId: WorkspaceId,
  { limits: changed, ...changes }: WorkspaceChanges,
  ifVersion?: number,
): Promise<WorkspaceChanged> {
  const place = { kind: 'workspace', id: workspaceId } as const;
  const damaged = (await damagedOnes(records, limits)).find((one) => one.workspaceId === workspaceId) ?? null;
  const fallback = workspaceId === localWorkspaceId ? first(limits) : damaged;
  const { defaultAgentId } = changes;
  const defaultIn = await agents.finderOf(workspaceId, defaultAgentId ? [defaultAgentId] : []);
  const result = await records.change({ workspaceId: instanceWorkspaceId }, place, (current, _others, view) => {
    if (defaultAgentId && !defaultIn(view)[0]) return refuse('no-such-agent', defaultAgentId);
    const before = current ? workspaceOf(current) : fallback;
    if (!before) return refuse('no-such-workspace', workspaceId);
    const refusal = outdated(ifVersion, before.version, before.name);
    if (refusal) return refusal;
    return toKept({ ...before, ...changes, limits: changeLimits(before.limits, changed ?? {}) });
  });
  if (result.refusal) return { refusal: result.refusal };
  if (!result.record) throw new Error('a workspace that was changed is there');
  return { refusal: null, workspace: workspaceOf(result.record) };
}

function workspaceOf({ data, version }: StoredRecord): Workspace {
  return { ...workspaceSchema.parse(data), version };
}

/** What is absent is left out, as JSON has it. */
function toKept({ version: _version, ...workspace }: Workspace): { [field: string]: Json } {
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
    version: 0,
  };
}

const firstAgent: AgentId = agentIdOf('orchestrator');
