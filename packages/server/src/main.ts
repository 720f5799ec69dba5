import type { AgentId, IdMaker, WorkspaceId } from '@retinue/protocol';
import { createIdMaker, undoDeleteMs } from '@retinue/protocol';
import { createBuiltInAgents } from './agents/built-in-agents.ts';
import { createSkills } from './agents/skills.ts';
import { createStoredAgents } from './agents/stored-agents.ts';
import type { CommandRoom } from './commands/commands.ts';
import { createCommands } from './commands/commands.ts';
import type { Config } from './config.ts';
import { runThread } from './engine/run-thread.ts';
import { createMemoryLive } from './live/memory-live.ts';
import { armFailpoint, noFailpoints } from './log/failpoints.ts';
import { GroupedLog } from './log/grouped-log.ts';
import { openStore } from './log/open-store.ts';
import { createDemoModel } from './models/demo/demo.ts';
import { createModels } from './models/models.ts';
import { createPrices } from './models/prices.ts';
import { createProviders } from './models/providers.ts';
import { createRemoteModel } from './models/remote-model.ts';
import type { AgentLibrary, Agents } from './ports/agents.ts';
import type { Clock } from './ports/clock.ts';
import { systemClock } from './ports/clock.ts';
import type { EventLog } from './ports/event-log.ts';
import type { Live } from './ports/live.ts';
import type { Model, Models } from './ports/model.ts';
import type { PriceList } from './ports/prices.ts';
import type { Providers } from './ports/providers.ts';
import type { Records } from './ports/records.ts';
import type { Search } from './ports/search.ts';
import type { Sealer } from './ports/secrets.ts';
import type { Skills } from './ports/skills.ts';
import type { Tools } from './ports/tool.ts';
import type { Webhooks } from './ports/webhooks.ts';
import type { Workspaces } from './ports/workspaces.ts';
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
import { createWorkspaces } from './workspaces/workspaces.ts';

export { backupStore } from './log/backup.ts';
export { restoreStore } from './log/restore.ts';
export { StoreError } from './log/store-error.ts';
export { verifyStore } from './log/verify.ts';
export { verifyForeign } from './log/verify-foreign.ts';

/** The product, built and at rest. */
export interface Retinue {
  log: EventLog;
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

/** A store to look at, also while another process works on it. Nothing can be appended to it. */
export async function openForLooking({ store }: Config): Promise<EventLog> {
  const opened = await openStore(store, { readOnly: true, now: systemClock.now() });
  return new GroupedLog(opened, { clock: systemClock, failpoints: noFailpoints, onProblem: reportProblem });
}

/** Of a store that nobody has opened: which agents need no record. */
export async function isBuiltIn(workspaceId: WorkspaceId, agentId: AgentId): Promise<boolean> {
  return (await createBuiltInAgents().find(workspaceId, agentId)) !== null;
}

/** Searches a store that was opened for looking. */
export function searchForLooking({ store }: Config, log: EventLog): Search {
  return createSearch({ log, clock: systemClock, open: () => openIndexSomewhere(store) });
}

/** A store to add to, by a process that works on nothing in it. */
export async function openForImport({ store, limits }: Config): Promise<Pick<Retinue, 'log' | 'ids' | 'workspaces'>> {
  const opened = await openStore(store, { readOnly: false, now: systemClock.now() });
  const log = new GroupedLog(opened, { clock: systemClock, failpoints: noFailpoints, onProblem: reportProblem });
  const chance = createSecureChance();
  const workspaces = createWorkspaces({ records: log.records, clock: systemClock, limits, chance });
  return { log, ids: createIdMaker(() => systemClock.now(), chance), workspaces };
}

/** The only place that builds things, in the order of the line. */
export async function buildRetinue(config: Config, replacements: Replacements = {}): Promise<Retinue> {
  const { clock = systemClock, chance = createSecureChance(), onProblem = reportProblem } = replacements;
  const ids = createIdMaker(() => clock.now(), chance);
  const hooks = config.hooks === null ? null : await loadHooks(config.hooks);
  const log = await openLog(config, clock, onProblem);
  const live = createMemoryLive();
  const fetch = createFetch(config, streamed);
  const sealer = sealerOf(config);
  const providers = createProviders({ records: log.records, sealer, fetch });
  const models = replacements.models ?? createModels({ providers: providersOf(config, fetch), stored: providers });
  const prices = createPrices({ records: log.records, providers, builtIn: pricedAs(config) });
  const skills = createSkills(log.records);
  const offered = replacements.tools ?? createTools(builtInTools(loadSampleCatalogue()));
  const tools = withTool(offered, createLoadSkill(skills));
  const agents = createStoredAgents({
    records: log.records,
    builtIn: replacements.agents ?? createBuiltInAgents(config.model),
    skills,
    tools: [...offered.list(), { name: 'askUser', reach: 'internal' }],
  });
  const workspaces = createWorkspaces({ records: log.records, clock, limits: config.limits, chance });
  const commands = createCommands({ log, live, agents, ids, tools, ...workspaces });
  const engine = { log, live, models, prices, tools, agents, clock, ids, chance, rulesOf: workspaces.rulesOf };
  const search = createSearch({ log, clock, open: () => openIndex(config.store) });
  const scheduler = createScheduler(config, { log, search, clock, onProblem });
  const webhooks = createWebhooks({
    ...{ log, records: log.records, workspaces, ids, clock, chance, onProblem },
    sealer,
    fetch: createFetch(config, webhookBounds),
  });
  if (hooks) runHooks(hooks, { log, clock, onProblem });
  return {
    log,
    records: log.records,
    live,
    agents,
    providers,
    prices,
    skills,
    workspaces,
    tools: offered,
    search,
    webhooks,
    commands,
    ids,
    clock,
    start() {
      scheduler.start((wake, signal) => runThread(engine, wake, signal));
      for (const follower of [search, webhooks]) follower.start();
    },
    stop: async (graceMs) => {
      await scheduler.stop(graceMs);
      await Promise.all([search.close(), webhooks.stop()]);
      await log.close();
    },
  };
}

async function openLog(config: Config, clock: Clock, onProblem: (problem: unknown) => void): Promise<GroupedLog> {
  const store = await openStore(config.store, { readOnly: false, now: clock.now() });
  const failpoints = config.failpoint
    ? armFailpoint(config.failpoint, () => process.kill(process.pid, 'SIGKILL'))
    : noFailpoints;
  return new GroupedLog(store, { clock, onProblem, failpoints });
}

/** Runs what is owed, and is told by the log of what has come up. */
function createScheduler(
  { maxRunning }: Config,
  { log, search, clock, onProblem }: Pick<Retinue, 'log' | 'search' | 'clock'> & { onProblem(problem: unknown): void },
): InProcessScheduler {
  const scheduler = new InProcessScheduler({
    clock,
    owing: (now) => log.owing(now),
    tidy: async () => search.forget(await log.purge(clock.now() - undoDeleteMs)),
    maxRunning,
    sweepMs,
    onProblem,
  });
  log.subscribe(({ events, wakes }) => {
    for (const { type, threadId } of events) if (type === 'thread.cancelled') scheduler.interrupt(threadId);
    scheduler.wake(wakes);
  });
  return scheduler;
}

/** What stands in the environment is the owner's wish, wherever it leads. */
function createFetch({ openAiCompatible, allowedHosts }: Config, bounds: Bounds): typeof globalThis.fetch {
  const allowed = new Set([...allowedHosts, ...(openAiCompatible ? [hostAndPort(openAiCompatible.baseUrl)] : [])]);
  const allow = (host: string, port: number) => allowed.has(`${host}:${port}`);
  const options = { allow, redirects: 'refuse', ...bounds } as const;
  const load = () => import('./outbound/safe-fetch.ts').then(({ createSafeFetch }) => createSafeFetch(options));
  let loaded: ReturnType<typeof load> | null = null;
  return async (input, init) => {
    // At the first request: it takes longer to load than everything else, and most starts don't need it.
    loaded ??= load();
    return (await loaded)(input, init);
  };
}

function hostAndPort(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname.replace(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? 443 : 80)}`;
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
function createSecureChance(): () => number {
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
  process.stderr.write(`${problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)}\n`);
}

interface Bounds {
  timeoutMs: number | null;
  maxBytes: number | null;
}
/** A model's answer is as long as it is; whoever reads it has limits of his own. */
const streamed: Bounds = { timeoutMs: null, maxBytes: null };
const webhookBounds: Bounds = { timeoutMs: 10_000, maxBytes: 64 * 1024 };
const sweepMs = 5000;
const demoPaceMs = 20;
