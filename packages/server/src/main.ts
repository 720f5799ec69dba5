import type { AgentId, IdMaker, WorkspaceId } from '@retinue/protocol';
import { createIdMaker, maxProviderRetryMs, undoDeleteMs } from '@retinue/protocol';
import { createBuiltInAgents } from './agents/built-in-agents.ts';
import { createSkills } from './agents/skills.ts';
import { createStoredAgents } from './agents/stored-agents.ts';
import type { CommandRoom } from './commands/commands.ts';
import { createCommands } from './commands/commands.ts';
import type { Config } from './config.ts';
import { giveUpIdleDamaged } from './engine/give-up-damaged.ts';
import { runThread } from './engine/run-thread.ts';
import { createMemoryLive } from './live/memory-live.ts';
import { armFailpoint, noFailpoints } from './log/failpoints.ts';
import type { Surroundings } from './log/grouped-log.ts';
import { GroupedLog } from './log/grouped-log.ts';
import { openStore } from './log/open-store.ts';
import { createDemoModel } from './models/demo/demo.ts';
import { createModels } from './models/models.ts';
import { createPrices } from './models/prices.ts';
import { createProviders } from './models/providers.ts';
import { createRemoteModel } from './models/remote-model.ts';
import { createOutbound, hostAndPort, type OutboundBounds } from './outbound/outbound.ts';
import type { AgentLibrary, Agents } from './ports/agents.ts';
import type { Clock } from './ports/clock.ts';
import { systemClock } from './ports/clock.ts';
import type { Wake } from './ports/event-log.ts';
import type { Live } from './ports/live.ts';
import type { Model, Models } from './ports/model.ts';
import type { OpenedLog } from './ports/opened-log.ts';
import type { PriceList } from './ports/prices.ts';
import type { Providers } from './ports/providers.ts';
import type { Records } from './ports/records.ts';
import type { Search } from './ports/search.ts';
import type { Sealer } from './ports/secrets.ts';
import type { Skills } from './ports/skills.ts';
import type { QueryWorker } from './ports/sql.ts';
import type { Stops } from './ports/stops.ts';
import type { Tools } from './ports/tool.ts';
import type { Webhooks } from './ports/webhooks.ts';
import type { Workspaces } from './ports/workspaces.ts';
import { withoutControls } from './projections/text.ts';
import { soundRecords } from './records/sound-records.ts';
import { InProcessScheduler } from './scheduler/in-process.ts';
import { openIndex, openIndexSomewhere } from './search/open-index.ts';
import { createSearch } from './search/search.ts';
import { loadMasterKey } from './secrets/master-key.ts';
import { createSealer } from './secrets/sealer.ts';
import { HiddenSecret } from './secrets/secret.ts';
import { loadSampleCatalogue } from './tools/catalogue/catalogue.ts';
import { createLoadSkill } from './tools/load-skill.ts';
import { builtInTools, createTools, withTool } from './tools/tools.ts';
import { runHooks } from './triggers/hooks.ts';
import { loadHooks } from './triggers/load-hooks.ts';
import { createWebhooks } from './triggers/webhooks.ts';
import { SqliteQueryWorker } from './workers/query-worker.ts';
import { createStops } from './workspaces/stops.ts';
import { createWorkspaces } from './workspaces/workspaces.ts';

export { backupStore } from './integrity/backup/backup.ts';
export { type DamageNote, damageNoteText } from './integrity/backup/backup-damage.ts';
export { type BackupContents, inspectBackup } from './integrity/backup/inspect-backup.ts';
export { restoreStore } from './integrity/restore/restore.ts';
export { verifyStore } from './integrity/verify/verify.ts';
export { StoreError } from './log/store-error.ts';
export { DamagedThreadError } from './ports/damage.ts';
export { SecretError } from './secrets/secret.ts';

/** The product, built and at rest. */
export interface Retinue {
  log: OpenedLog;
  records: Records;
  live: Live;
  agents: AgentLibrary;
  providers: Providers;
  prices: PriceList;
  skills: Skills;
  workspaces: Workspaces;
  tools: Tools;
  search: Search;
  webhooks: Webhooks;
  commands: CommandRoom;
  stops: Stops;
  ids: IdMaker;
  clock: Clock;
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
  chance?: () => number;
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
  const { clock = systemClock, chance = createSecureChance(), onProblem = reportProblem } = replacements;
  const ids = createIdMaker(() => clock.now(), chance);
  const hooks = config.hooks === null ? null : await loadHooks(config.hooks);
  const queryWorker = new SqliteQueryWorker();
  const log = await openLog(config, { clock, onProblem, queryWorker });
  const records = soundRecords(log.records, onProblem);
  const live = createMemoryLive();
  const outbound = createOutbound(allowedIn(config));
  const fetch = outbound.fetchWithin(streamed);
  const sealer = sealerOf(config);
  const { addressProblem } = outbound;
  const providers = createProviders({ records, sealer, fetch, addressProblem });
  const models = replacements.models ?? createModels({ providers: providersOf(config, fetch), stored: providers });
  const prices = createPrices({ records, providers, builtIn: pricedAs(config) });
  const skills = createSkills(records);
  const offered = replacements.tools ?? createTools(builtInTools(loadSampleCatalogue()));
  const tools = withTool(offered, createLoadSkill(skills));
  const agents: AgentLibrary = createStoredAgents({
    records,
    builtIn: replacements.agents ?? createBuiltInAgents(config.model),
    skills,
    tools: [...offered.list(), { name: 'askUser', reach: 'internal' }],
    defaultAgentIn: (view, workspaceId) => workspaces.defaultAgentIn(view, workspaceId),
  });
  const workspaces = createWorkspaces({ records, clock, limits: config.limits, chance, agents });
  const stops = await createStops({ records, clock });
  const commands = createCommands({ log, live, agents, ids, tools, stops, clock, ...workspaces });
  const engine = { log, live, models, prices, tools, agents, clock, ids, chance, rulesIn: workspaces.rulesIn };
  const search = createSearch({ log, clock, open: () => openIndex(config.store, queryWorker) });
  const scheduler = createScheduler(config, { engine, log, search, clock, commands, stops, onProblem });
  const webhooks = createWebhooks({
    ...{ log, records, workspaces, ids, clock, chance, onProblem },
    ...{ sealer, addressProblem },
    fetch: outbound.fetchWithin(webhookBounds),
  });
  if (hooks) runHooks(hooks, { log, clock, onProblem });
  return {
    ...{ log, records, live, agents, providers, prices, skills, workspaces, tools: offered },
    ...{ search, webhooks, commands, stops, ids, clock },
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
  { engine, log, search, clock, commands, stops, onProblem }: SchedulerParts,
): InProcessScheduler {
  // A hint: whether work may start is decided in the transaction that starts it.
  const mayWork = ({ workspaceId }: Wake) => !stops.isStopped(workspaceId);
  const owing = async () => (await log.owing()).filter(mayWork);
  const scheduler = new InProcessScheduler({
    clock,
    owing,
    maxWaitMs: maxProviderRetryMs,
    tidy: async () => {
      await commands.settleStops();
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

type SchedulerParts = Pick<Retinue, 'log' | 'search' | 'clock' | 'commands' | 'stops'> & {
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

function providersOf({ openAiCompatible }: Config, fetch: typeof globalThis.fetch): Record<string, Model> {
  const demo = createDemoModel({ paceMs: demoPaceMs });
  if (!openAiCompatible) return { demo };
  const { baseUrl, apiKey } = openAiCompatible;
  const secret = apiKey === null ? null : new HiddenSecret(apiKey);
  const remote = createRemoteModel({ kind: 'openai-compatible', baseUrl, key: () => secret, fetch });
  return { demo, 'openai-compatible': remote };
}

/** The models of the house itself cost nothing. */
function pricedAs({ openAiCompatible }: Config) {
  const free = { demo: null, scripted: null };
  return openAiCompatible
    ? { ...free, 'openai-compatible': { kind: 'openai-compatible', baseUrl: openAiCompatible.baseUrl } as const }
    : free;
}

/** From a supply: asking for one number at a time costs more than the number. */
export function createSecureChance(): () => number {
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
const demoPaceMs = 20;
