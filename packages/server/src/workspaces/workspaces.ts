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
import type { RecordView } from '../ports/log/event-log.ts';
import { outdated, type RecordRequest, type Records } from '../ports/log/records.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import type { AgentDirectory } from '../ports/settings/agents.ts';
import type { Workspaces, WorkspaceUpdate } from '../ports/settings/workspaces.ts';
import { type Collection, type CollectionItem, collection } from '../records/collection.ts';
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
  const kept = workspacesIn(records);
  const read = async (workspaceId: WorkspaceId): Promise<Workspace | null> => {
    const found = await kept.get(instanceWorkspaceId, workspaceId);
    if (found) return workspaceOf(found);
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
  const workspaceIn = (view: RecordView, workspaceId: WorkspaceId): KeptWorkspace =>
    kept.parse(view.record(instanceWorkspaceId, 'workspace', workspaceId))?.value ?? first(limits);
  return {
    find,
    async list() {
      const own = (await kept.list(instanceWorkspaceId)).map(workspaceOf);
      const hasFirst = own.some(({ workspaceId }) => workspaceId === localWorkspaceId);
      const damaged = await damagedOnes(records, limits);
      return [...(hasFirst ? [] : [first(limits)]), ...damaged, ...own].sort(
        (left, right) => left.createdAt - right.createdAt,
      );
    },
    create: (request, name) => create(options, request, name),
    async change(request, changes) {
      const changed = await change(options, request, changes);
      cache.delete(request.workspaceId);
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
    removeDamagedSetting: (request, setting) => deleteDamagedRecord(records, request, setting),
  };
}

/**
 * They are records of the server, since no workspace holds its own. A version in a record is ignored: a denied tool must
 * stay denied.
 */
function workspacesIn(records: Records): Collection<KeptWorkspace> {
  return collection<KeptWorkspace>(records, 'workspace', workspaceSchema);
}

type KeptWorkspace = Omit<Workspace, 'version'>;

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
  request: Omit<RecordRequest, 'workspaceId'>,
  name: string,
): Promise<Workspace | Refusal> {
  const suffix = Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36)).join('');
  const workspaceId = workspaceIdSchema.parse(`ws_${suffix}`);
  const workspace = { ...first(limits), workspaceId, name, createdAt: clock.now(), version: 1 };
  const created = await workspacesIn(records).change(
    { ...request, workspaceId: instanceWorkspaceId },
    workspaceId,
    () => ({ kept: withoutVersion(workspace), reply: workspace }),
  );
  // A reply of an earlier release may lack a field that has a default now.
  return isRefusal(created) ? created : workspaceSchema.parse(created);
}

async function change(
  { records, limits, agents }: WorkspacesOptions,
  { workspaceId, ifVersion, idempotency, ...request }: RecordRequest,
  { limits: changed, ...changes }: WorkspaceUpdate,
): Promise<Workspace | Refusal> {
  const damaged = (await damagedOnes(records, limits)).find((one) => one.workspaceId === workspaceId) ?? null;
  const fallback = workspaceId === localWorkspaceId ? first(limits) : damaged;
  const { defaultAgentId } = changes;
  const defaultIn = await agents.finderOf(workspaceId, defaultAgentId ? [defaultAgentId] : []);
  // The same key in another workspace is another request.
  const keyed = idempotency && { idempotency: { ...idempotency, key: `${workspaceId} ${idempotency.key}` } };
  const header = { ...request, ...keyed, workspaceId: instanceWorkspaceId };
  return workspacesIn(records).change<Workspace>(header, workspaceId, (current, _others, view, version) => {
    if (defaultAgentId && !defaultIn(view)[0]) return refuse('no-such-agent', { agentId: defaultAgentId, known: null });
    const before = current ? workspaceOf(current) : fallback;
    if (!before) return refuse('no-such-workspace', { workspaceId });
    const refusal = outdated(ifVersion, before.version, before.name);
    if (refusal) return refusal;
    const after = { ...before, ...changes, limits: changeLimits(before.limits, changed ?? {}) };
    return { kept: withoutVersion(after), reply: { ...after, version } };
  });
}

function workspaceOf({ value, version }: CollectionItem<KeptWorkspace>): Workspace {
  return { ...value, version };
}

/** The version is that of the record. */
function withoutVersion({ version: _version, ...workspace }: Workspace): KeptWorkspace {
  return workspace;
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
