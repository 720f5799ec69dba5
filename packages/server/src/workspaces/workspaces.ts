import type {
  AgentId,
  LimitChanges,
  Limits,
  Refusal,
  Workspace,
  WorkspaceId,
  WorkspaceLimits,
} from '@retinue/protocol';
import {
  agentIdOf,
  defaultApprovals,
  instanceWorkspaceId,
  isRefusal,
  localWorkspaceId,
  refuse,
  workspaceIdSchema,
  workspaceSchema,
} from '@retinue/protocol';
import type { Json } from '../ports/engine/model.ts';
import type { RecordView } from '../ports/log/event-log.ts';
import { outdated, type Records, type StoredRecord } from '../ports/log/records.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import type { AgentDirectory } from '../ports/settings/agents.ts';
import type { Workspaces, WorkspaceUpdate } from '../ports/settings/workspaces.ts';
import { deleteDamagedRecord, readDamagedSettings } from './damaged-settings.ts';

export interface WorkspacesOptions {
  records: Records;
  clock: Clock;
  limits: Limits;
  random: () => number;
  /** One of these is the default agent. */
  agents: Pick<AgentDirectory, 'finderOf'>;
}

/** The workspaces of this server. The first one always exists, without a record until it is changed. */
export function createWorkspaces(options: WorkspacesOptions): Workspaces {
  const { records, limits } = options;
  const read = async (workspaceId: WorkspaceId): Promise<Workspace | null> => {
    const record = await records.get(instanceWorkspaceId, 'workspace', workspaceId);
    if (record) return workspaceOf(record);
    if (workspaceId === localWorkspaceId) return first(limits);
    return (await damagedOnes(records, limits)).find((damaged) => damaged.workspaceId === workspaceId) ?? null;
  };
  // A cache until the next change: only this process writes. A missing workspace is read again.
  const cache = new Map<WorkspaceId, Promise<Workspace | null>>();
  const find = async (workspaceId: WorkspaceId) => {
    const reading = cache.getOrInsertComputed(workspaceId, () => read(workspaceId));
    const found = await reading.catch(() => null);
    if (!found && cache.get(workspaceId) === reading) cache.delete(workspaceId);
    return reading;
  };
  const workspaceIn = (view: RecordView, workspaceId: WorkspaceId): Omit<Workspace, 'version'> => {
    const record = view.record(instanceWorkspaceId, 'workspace', workspaceId);
    // A damaged record counts as absent.
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
    create: (name, idempotency) => create(options, name, idempotency),
    async change(workspaceId, changes, ifVersion) {
      const changed = await change(options, workspaceId, changes, ifVersion);
      cache.delete(workspaceId);
      return changed;
    },
    limitsOf: async (workspaceId) => {
      const workspace = await find(workspaceId);
      return Object.assign({ ...limits, maxDepth: workspace?.maxDepth ?? limits.maxDepth }, workspace?.limits);
    },
    rulesOf: async (workspaceId) => (await find(workspaceId)) ?? first(limits),
    rulesIn: workspaceIn,
    defaultAgentIn: (view, workspaceId) => workspaceIn(view, workspaceId).defaultAgentId,
    damagedSettings: (workspaceId) => readDamagedSettings(records, workspaceId),
    removeDamagedSetting: (workspaceId, setting) => deleteDamagedRecord(records, workspaceId, setting),
  };
}

/** A workspace with damaged settings gets the defaults, with its id as its name, so that its chats stay usable. */
async function damagedOnes(records: Records, limits: Limits): Promise<Workspace[]> {
  const damaged = (await records.damaged(['workspace'])).filter(({ id }) => id !== localWorkspaceId);
  return damaged.flatMap(({ id }) => {
    const workspaceId = workspaceIdSchema.safeParse(id);
    return workspaceId.success ? [{ ...first(limits), workspaceId: workspaceId.data, name: id }] : [];
  });
}

async function create(
  { records, clock, limits, random }: WorkspacesOptions,
  name: string,
  idempotency?: { key: string; request: string },
): Promise<Workspace | Refusal> {
  const suffix = Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36)).join('');
  const workspaceId = workspaceIdSchema.parse(`ws_${suffix}`);
  const workspace = { ...first(limits), workspaceId, name, createdAt: clock.now(), version: 1 };
  const header = { workspaceId: instanceWorkspaceId, ...(idempotency ? { idempotency } : {}) };
  const created = await records.changeWithReply(header, { kind: 'workspace', id: workspaceId }, () => ({
    kept: toKept(workspace),
    reply: workspace,
  }));
  // A reply of an earlier release may lack a field that has a default now.
  return isRefusal(created) ? created : workspaceSchema.parse(created.reply);
}

async function change(
  { records, limits, agents }: WorkspacesOptions,
  workspaceId: WorkspaceId,
  { limits: changed, ...changes }: WorkspaceUpdate,
  ifVersion?: number,
): Promise<Workspace | Refusal> {
  const place = { kind: 'workspace', id: workspaceId } as const;
  const damaged = (await damagedOnes(records, limits)).find((one) => one.workspaceId === workspaceId) ?? null;
  const fallback = workspaceId === localWorkspaceId ? first(limits) : damaged;
  const { defaultAgentId } = changes;
  const defaultIn = await agents.finderOf(workspaceId, defaultAgentId ? [defaultAgentId] : []);
  const result = await records.change({ workspaceId: instanceWorkspaceId }, place, (current, _others, view) => {
    if (defaultAgentId && !defaultIn(view)[0]) return refuse('no-such-agent', { agentId: defaultAgentId, known: null });
    const before = current ? workspaceOf(current) : fallback;
    if (!before) return refuse('no-such-workspace', { workspaceId });
    const refusal = outdated(ifVersion, before.version, before.name);
    if (refusal) return refusal;
    return toKept({ ...before, ...changes, limits: changeLimits(before.limits, changed ?? {}) });
  });
  if (isRefusal(result)) return result;
  if (!result.record) throw new Error('a workspace that was changed is there');
  return workspaceOf(result.record);
}

function workspaceOf({ data, version }: StoredRecord): Workspace {
  return { ...workspaceSchema.parse(data), version };
}

/** As JSON, without undefined fields. */
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
