import type { AgentId, WorkspaceId } from '@retinue/protocol';
import { createIdMaker, maxProviderRetryMs, undoDeleteMs } from '@retinue/protocol';
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
import { armFailpoint, noFailpoints } from './log/failpoints.ts';
import type { Surroundings } from './log/grouped-log.ts';
import { GroupedLog } from './log/grouped-log.ts';
import { openStore } from './log/open-store.ts';
import { createModels } from './models/models.ts';
import { createPrices } from './models/prices.ts';
import { createProviders } from './models/providers.ts';
import { createRemoteModel } from './models/remote-model.ts';
import { createOutbound, hostAndPort, type OutboundBounds } from './outbound/outbound.ts';
import type { Agents } from './ports/agents.ts';
import type { AppServices } from './ports/app-services.ts';
import { createApprovalTimes } from './ports/approval-times.ts';
import type { Clock } from './ports/clock.ts';
import { systemClock } from './ports/clock.ts';
import type { Wake } from './ports/event-log.ts';
import type { Model, Models } from './ports/model.ts';
import type { OpenedLog } from './ports/opened-log.ts';
import type { Search } from './ports/search.ts';
import type { Sealer } from './ports/secrets.ts';
import type { QueryWorker } from './ports/sql.ts';
import type { Tools } from './ports/tool.ts';
import { withoutControls } from './projections/text.ts';
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
import { SqliteQueryWorker } from './workers/query-worker.ts';
import { createStops } from './workspaces/stops.ts';
import { createWorkspaces } from './workspaces/workspaces.ts';

export { ExtensionError } from './extensions/load-extensions.ts';
export { backupStore } from './integrity/backup/backup.ts';
export { type DamageNote, damageNoteText } from './integrity/backup/backup-damage.ts';
export { type BackupContents, inspectBackup } from './integrity/backup/inspect-backup.ts';
export { restoreStore } from './integrity/restore/restore.ts';
export { verifyStore } from './integrity/verify/verify.ts';
export { StoreError } from './log/store-error.ts';
export { DamagedThreadError } from './ports/damage.ts';
export { SecretError } from './secrets/secret.ts';

/** The product, built and at rest. */
export interface Retinue extends Omit<AppServices, 'verify' | 'backUp' | 'canWrite' | 'importChat'> {
  /** Begins to do what is owed, and goes on until it is stopped. */
  start(): void;
  /** No new work; what runs may end within the grace. Nothing is lost either way. */
  stop(graceMs: number): Promise<void>;
}

/** What a test may put in place of the real part. */
export interface Replacements {
  models?: Models;
  tools?: Tools;
  /** In place of the built-in ones. */
  agents?: Agents;
  clock?: Clock;
  random?: () => number;
  onProblem?: (problem: unknown) => void;
}

/** Opens a store for reading, also while another process writes to it. */
export async function openReadOnly({ store }: Config): Promise<OpenedLog> {
  const opened = await openStore(store, { readOnly: true, now: systemClock.now() });
  return new GroupedLog(opened, { clock: systemClock, failpoints: noFailpoints, onProblem: reportProblem });
}

/** Of a store that nobody has opened: which agents need no record. */
export async function isBuiltIn(workspaceId: WorkspaceId, agentId: AgentId): Promise<boolean> {
  return (await createBuiltInAgents().find(workspaceId, agentId)) !== null;
}

/** Searches a store that was opened read-only. */
export function searchReadOnly({ store }: Config, log: OpenedLog): Search {
  return createSearch({ log, clock: systemClock, open: () => openIndexSomewhere(store) });
}

/** The only place that builds things, in the order of the line. */
export async function buildRetinue(config: Config, replacements: Replacements = {}): Promise<Retinue> {
  const { clock = systemClock, random = createSecureRandom(), onProblem = reportProblem } = replacements;
  const ids = createIdMaker(() => clock.now(), random);
  const builtIn = replacements.tools?.list() ?? builtInTools;
  const extensions = await loadExtensions(config.extensions, builtIn);
  const queryWorker = new SqliteQueryWorker();
  const log = await openLog(config, { clock, onProblem, queryWorker });
  const records = soundRecords(log.records, onProblem);
  const live = createMemoryLive();
  const outbound = createOutbound(allowedIn(config));
  const fetch = outbound.fetchWithin(streamed);
  const sealer = sealerOf(config);
  const { addressProblem } = outbound;
  const providers = createProviders({ records, sealer, fetch, addressProblem });
  const models =
    replacements.models ?? createModels({ providers: providersOf(config, extensions, fetch), stored: providers });
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
  const stops = await createStops({ records, clock });
  const beforeHooks = createBeforeHooks(extensions.hooks, { clock, onProblem });
  const { rulesIn } = workspaces;
  const engine = { log, live, models, prices, tools, agents, clock, ids, random, beforeHooks, rulesIn };
  const search = createSearch({ log, clock, open: () => openIndex(config.store, queryWorker) });
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

export interface OpenLogOptions extends Pick<Surroundings, 'clock' | 'onProblem'> {
  /** For long reads, where somebody waits beside them. */
  queryWorker?: QueryWorker;
}

export async function openLog(config: Config, { clock, onProblem, queryWorker }: OpenLogOptions): Promise<GroupedLog> {
  const store = await openStore(config.store, {
    readOnly: false,
    now: clock.now(),
    ...(queryWorker ? { queryWorker } : {}),
  });
  const failpoints = config.failpoint
    ? armFailpoint(config.failpoint, () => process.kill(process.pid, 'SIGKILL'))
    : noFailpoints;
  return new GroupedLog(store, { clock, onProblem, failpoints });
}

/** Runs what is owed, and is told by the log of what has come up. */
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
    tidy: async () => {
      await settleStops({ log, live, ids, stops });
      await giveUpIdleDamaged(engine);
      await search.forget(await log.purge(undoDeleteMs));
      await log.sweepRequests();
    },
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

/** What stands in the environment is the owner's wish, wherever it leads. */
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
    `RETINUE_MODEL names the provider "${model.provider}", which no extension brings. Known providers: ${known}.`,
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

/** From a supply: asking for one number at a time costs more than the number. */
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

export function reportProblem(problem: unknown): void {
  const told = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  process.stderr.write(`${withoutControls(told)}\n`);
}

/** A model's answer is as long as it is; whoever reads it has limits of his own. */
const streamed: OutboundBounds = { timeoutMs: null, maxBytes: null };
const webhookBounds: OutboundBounds = { timeoutMs: 10_000, maxBytes: 64 * 1024 };
const sweepMs = 5000;
