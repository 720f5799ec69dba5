import { type AgentId, createIdMaker, maxProviderRetryMs, undoDeleteMs, type WorkspaceId } from '@retinue/protocol';
import { createBuiltInAgents } from './agents/built-in-agents.ts';
import { createSkills } from './agents/skills.ts';
import { createStoredAgents } from './agents/stored-agents.ts';
import { settleStops } from './commands/settle-stops.ts';
import type { Config } from './config.ts';
import { giveUpIdleDamaged } from './engine/recovery/give-up-damaged.ts';
import { runThread } from './engine/run-thread.ts';
import { ExtensionError, type LoadedExtensions, loadExtensions } from './extensions/load-extensions.ts';
import { createBeforeHooks } from './extensions/run-before-hooks.ts';
import { runHooks } from './extensions/run-hooks.ts';
import { createMemoryLive } from './live/memory-live.ts';
import { armFailpoint, type Failpoints, noFailpoints } from './log/failpoints.ts';
import { GroupedLog, type Surroundings } from './log/grouped-log.ts';
import { openStore } from './log/open-store.ts';
import { createModels } from './models/models.ts';
import { createPrices } from './models/prices.ts';
import { createProviders } from './models/providers.ts';
import { createRemoteModel } from './models/remote/remote-model.ts';
import { createOutbound, hostAndPort, type OutboundBounds } from './outbound/outbound.ts';
import { createApprovalTimes } from './ports/engine/approval-times.ts';
import type { Model, Models } from './ports/engine/model.ts';
import type { Tools } from './ports/engine/tool.ts';
import type { Wake } from './ports/log/event-log.ts';
import type { SearchIndex } from './ports/log/search.ts';
import type { QueryWorker } from './ports/log/sql.ts';
import type { AppServices } from './ports/operations/app-services.ts';
import { type Clock, systemClock } from './ports/runtime/clock.ts';
import type { Agents } from './ports/settings/agents.ts';
import type { Sealer } from './ports/settings/secrets.ts';
import { soundRecords } from './records/sound-records.ts';
import { InProcessScheduler } from './scheduler/in-process.ts';
import { openIndex, openIndexSomewhere } from './search/open-index.ts';
import { createSearch } from './search/search.ts';
import { loadMasterKey } from './secrets/master-key.ts';
import { createSealer } from './secrets/sealer.ts';
import { HiddenSecret } from './secrets/secret.ts';
import { createLoadSkill } from './tools/load-skill.ts';
import { builtInTools, createTools, withHiddenTool } from './tools/tools.ts';
import { createWebhooks } from './triggers/webhooks.ts';
import { withoutControls } from './views/plain-text.ts';
import { SqliteQueryWorker } from './workers/query-worker.ts';
import { createStops } from './workspaces/stops.ts';
import { createWorkspaces } from './workspaces/workspaces.ts';

/** The assembled product, before it is started. */
export interface Retinue extends Omit<AppServices, 'verify' | 'backUp' | 'listJobs' | 'canWrite' | 'importChat'> {
  /** Starts the owed work, until it is stopped. */
  start(): void;
  /** Starts no new work. Running work may end within the grace period; nothing is lost either way. */
  stop(graceMs: number): Promise<void>;
}

/** Parts that a test can replace. */
export interface Replacements {
  models?: Models;
  tools?: Tools;
  /** In place of the built-in ones. */
  agents?: Agents;
  clock?: Clock;
  random?: () => number;
  onProblem?: (problem: unknown) => void;
  failpoints?: Failpoints;
  /** Opens the store without changing it, also while another process writes to it. Loads no extensions. */
  isReadOnly?: boolean;
}

/** Whether an agent needs no record, for a store that is not open. */
export async function isBuiltIn(workspaceId: WorkspaceId, agentId: AgentId): Promise<boolean> {
  return (await createBuiltInAgents().find(workspaceId, agentId)) !== null;
}

/** The only place that builds the parts of the server. */
export async function buildRetinue(config: Config, replacements: Replacements = {}): Promise<Retinue> {
  const { clock = systemClock, random = createSecureRandom(), onProblem = reportProblem } = replacements;
  const { isReadOnly = false } = replacements;
  const ids = createIdMaker(() => clock.now(), random);
  const builtIn = replacements.tools?.list() ?? builtInTools;
  const extensions = isReadOnly ? noExtensions : await loadExtensions(config.extensions, builtIn);
  const queryWorker = new SqliteQueryWorker();
  const failpoints = replacements.failpoints ?? failpointsOf(config);
  const log = await openLog(config, { clock, onProblem, failpoints, queryWorker, isReadOnly });
  const records = soundRecords(log.records, onProblem);
  const live = createMemoryLive();
  const outbound = createOutbound(allowedIn(config));
  const fetch = outbound.fetchWithin(streamed);
  const sealer = sealerOf(config);
  const { addressProblem } = outbound;
  const providers = createProviders({ records, sealer, fetch, addressProblem });
  const models =
    replacements.models ??
    createModels({ providers: isReadOnly ? {} : providersOf(config, extensions, fetch), stored: providers });
  const prices = createPrices({ records, providers, builtIn: pricedAs(config, extensions) });
  const skills = createSkills(records);
  const offered = createTools([...builtIn, ...extensions.tools]);
  const tools = withHiddenTool(offered, createLoadSkill(skills));
  const agents: AppServices['agents'] = createStoredAgents({
    records,
    builtIn: replacements.agents ?? createBuiltInAgents(config.model, offered),
    skills,
    tools: [...offered.list(), { name: 'askUser', reach: 'internal' }],
    defaultAgentIn: (view, workspaceId) => workspaces.defaultAgentIn(view, workspaceId),
  });
  const workspaces = createWorkspaces({ records, clock, limits: config.limits, random, agents });
  const stops = await createStops({ records, clock, isReadOnly });
  const beforeHooks = createBeforeHooks(extensions.hooks, { clock, onProblem });
  const { rulesIn } = workspaces;
  const engine = { log, live, models, prices, tools, agents, clock, ids, random, beforeHooks, rulesIn };
  const search = createSearch({ log, clock, open: () => openSearchIndex(config, queryWorker, isReadOnly) });
  const scheduler = createScheduler(config, { engine, log, live, ids, search, clock, stops, onProblem });
  const webhooks = createWebhooks({
    ...{ log, records, workspaces, ids, clock, random, onProblem },
    ...{ sealer, addressProblem },
    fetch: outbound.fetchWithin(webhookBounds),
  });
  for (const hooks of extensions.hooks) runHooks(hooks, { log, clock, onProblem });
  return {
    ...{ log, records, live, agents, providers, prices, skills, workspaces, tools: offered },
    ...{ search, webhooks, stops, ids, clock, approvalTimes: createApprovalTimes(log, clock) },
    start() {
      scheduler.start((wake, signal) => runThread(engine, wake, signal));
      for (const follower of [search, webhooks]) follower.start();
    },
    stop: (graceMs) => stopInOrder(graceMs, { scheduler, search, webhooks, queryWorker, log }),
  };
}

async function stopInOrder(graceMs: number, { scheduler, search, webhooks, queryWorker, log }: Running): Promise<void> {
  await scheduler.stop(graceMs);
  await Promise.all([search.close(), webhooks.stop(), queryWorker[Symbol.asyncDispose]()]);
  await log.close();
}

interface Running extends Pick<Retinue, 'search' | 'webhooks' | 'log'> {
  scheduler: InProcessScheduler;
  queryWorker: SqliteQueryWorker;
}

interface OpenLogOptions extends Surroundings {
  queryWorker: QueryWorker;
  isReadOnly: boolean;
}

async function openLog(config: Config, options: OpenLogOptions): Promise<GroupedLog> {
  const { clock, onProblem, failpoints, queryWorker, isReadOnly } = options;
  const worker = isReadOnly ? {} : { queryWorker };
  const store = await openStore(config.store, { readOnly: isReadOnly, now: clock.now(), ...worker });
  return new GroupedLog(store, { clock, onProblem, failpoints });
}

function failpointsOf({ failpoint }: Config): Failpoints {
  return failpoint ? armFailpoint(failpoint, () => process.kill(process.pid, 'SIGKILL')) : noFailpoints;
}

/** A reader keeps its index in memory where it can't write. */
function openSearchIndex({ store }: Config, queryWorker: QueryWorker, isReadOnly: boolean): Promise<SearchIndex> {
  return isReadOnly ? openIndexSomewhere(store) : openIndex(store, queryWorker);
}

/** Runs owed work, and learns of new work from the log. */
function createScheduler(
  { maxRunning }: Config,
  { engine, log, live, ids, search, clock, stops, onProblem }: SchedulerParts,
): InProcessScheduler {
  // A hint: whether work may start is decided in the transaction that starts it.
  const mayWork = ({ workspaceId }: Wake) => !stops.isStopped(workspaceId);
  const owing = async () => (await log.owing()).filter(mayWork);
  const scheduler = new InProcessScheduler({
    clock,
    owing,
    maxWaitMs: maxProviderRetryMs,
    tidy: [
      () => settleStops({ log, live, ids, stops }),
      () => giveUpIdleDamaged(engine),
      async () => search.forget(await log.purge(undoDeleteMs)),
      () => log.sweepRequests(),
    ],
    maxRunning,
    sweepMs,
    onProblem,
  });
  log.subscribe(({ events, wakes }) => {
    for (const { type, threadId } of events) if (type === 'thread.cancelled') scheduler.interrupt(threadId);
    scheduler.wake(wakes.filter(mayWork));
    if (events.some(({ type }) => type === 'chat.resumed')) wakeAll();
  });
  const wakeAll = () => {
    owing().then((wakes) => scheduler.wake(wakes), onProblem);
  };
  stops.onChange(wakeAll);
  return scheduler;
}

type SchedulerParts = Pick<Retinue, 'log' | 'live' | 'ids' | 'search' | 'clock' | 'stops'> & {
  engine: Parameters<typeof giveUpIdleDamaged>[0];
  onProblem(problem: unknown): void;
};

/** An address from the environment is the owner's own and always allowed. */
function allowedIn({ openAiCompatible, allowedHosts }: Config): string[] {
  return [...allowedHosts, ...(openAiCompatible ? [hostAndPort(openAiCompatible.baseUrl)] : [])];
}

function sealerOf({ secrets }: Config): Sealer {
  let key: Uint8Array | null = null;
  return createSealer(() => {
    key ??= loadMasterKey(secrets);
    return key;
  });
}

/** Refuses a model for the built-in agents that nothing can serve. The demo may be off: agents can have other models. */
function providersOf(
  { openAiCompatible, model }: Config,
  extensions: LoadedExtensions,
  fetch: typeof globalThis.fetch,
): Record<string, Model> {
  const providers = { ...extensions.providers, ...remoteProvider(openAiCompatible, fetch) };
  if (model.provider in providers || model.provider === 'demo') return providers;
  const known = Object.keys(providers).join(', ') || 'none';
  throw new ExtensionError(
    `RETINUE_MODEL names the provider "${model.provider}", which no extension provides. Known providers: ${known}.`,
  );
}

function remoteProvider(openAiCompatible: Config['openAiCompatible'], fetch: typeof globalThis.fetch) {
  if (!openAiCompatible) return {};
  const { baseUrl, apiKey } = openAiCompatible;
  const secret = apiKey === null ? null : new HiddenSecret(apiKey);
  return { 'openai-compatible': createRemoteModel({ kind: 'openai-compatible', baseUrl, key: () => secret, fetch }) };
}

function pricedAs({ openAiCompatible }: Config, { freeProviders }: LoadedExtensions) {
  const free = Object.fromEntries([...freeProviders, 'scripted'].map((name) => [name, null]));
  return openAiCompatible
    ? { ...free, 'openai-compatible': { kind: 'openai-compatible', baseUrl: openAiCompatible.baseUrl } as const }
    : free;
}

/** Draws random values in batches, which is faster. */
export function createSecureRandom(): () => number {
  const supply = new Uint32Array(1024);
  let used = supply.length;
  return () => {
    if (used === supply.length) {
      crypto.getRandomValues(supply);
      used = 0;
    }
    used += 1;
    return (supply[used - 1] ?? 0) / 2 ** 32;
  };
}

function reportProblem(problem: unknown): void {
  const told = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  process.stderr.write(`${withoutControls(told)}\n`);
}

/** A model's answer has no bound here; its reader has limits. */
const streamed: OutboundBounds = { timeoutMs: null, maxBytes: null };
const webhookBounds: OutboundBounds = { timeoutMs: 10_000, maxBytes: 64 * 1024 };
const sweepMs = 5000;
const noExtensions: LoadedExtensions = { tools: [], providers: {}, freeProviders: [], hooks: [] };
