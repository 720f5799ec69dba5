import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentDefinition, Limits, LogEvent, TaskNode, ThreadId, ThreadNode, TreeState } from '@retinue/protocol';
import { agentIdOf, defaultLimits, foldTree, isUnfinished, localWorkspaceId, viewTree } from '@retinue/protocol';
import type { Config } from '../../../packages/server/src/config.ts';
import { readConfig } from '../../../packages/server/src/config.ts';
import { verifyStore } from '../../../packages/server/src/integrity/verify/verify.ts';
import type { Replacements, Retinue } from '../../../packages/server/src/main.ts';
import { buildRetinue } from '../../../packages/server/src/main.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import type { Tool } from '../../../packages/server/src/ports/engine/tool.ts';
import type { CommandContext } from '../../../packages/server/src/ports/operations/operation.ts';
import type { Agents } from '../../../packages/server/src/ports/settings/agents.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import type { Script } from '../scripted/script.ts';
import type { ScriptedModel } from '../scripted/scripted-model.ts';
import { createScriptedModel } from '../scripted/scripted-model.ts';
import { commandsOf } from './commands.ts';

export interface TestAppOptions {
  /** A file in the directory, unless another one is given. */
  store?: Config['store'];
  script: Script;
  agents?: AgentDefinition[];
  tools?: Tool[];
  limits?: Partial<Limits>;
  directory?: string;
  maxRunning?: number;
  /** `host:port` of allowed servers on this machine. */
  allowedHosts?: string[];
  /** Paths of modules. */
  extensions?: string[];
  replacements?: Replacements;
}

/** The whole product on its own store, with a scripted model: for tests of the product as a whole. */
export class TestApp implements AsyncDisposable {
  readonly retinue: Retinue;
  readonly model: ScriptedModel;
  readonly directory: string;
  readonly problems: unknown[];
  readonly #ownsDirectory: boolean;
  #stopped = false;

  constructor(
    built: { retinue: Retinue; model: ScriptedModel; problems: unknown[] },
    directory: string,
    ownsDirectory: boolean,
  ) {
    this.retinue = built.retinue;
    this.model = built.model;
    this.problems = built.problems;
    this.directory = directory;
    this.#ownsDirectory = ownsDirectory;
  }

  get log() {
    return this.retinue.log;
  }

  get commands() {
    return commandsOf(this.retinue);
  }

  context(): CommandContext {
    return {
      workspaceId: localWorkspaceId,
      actor: 'person:owner',
      role: 'owner',
      commandId: this.retinue.ids.command(),
    };
  }

  /** Opens a chat with the boss; its work needs a started engine. */
  async open(text: string, agentName = 'boss'): Promise<ThreadId> {
    const reply = await this.commands.openChat(this.context(), { agentId: agentIdOf(agentName), text });
    if (reply.refusal) throw new Error(`refused: ${reply.refusal.code}`);
    return reply.done.threadId;
  }

  /** Opens a chat, runs it until it settles, and returns its tree. */
  async run(text: string): Promise<ThreadNode> {
    const rootId = await this.open(text);
    this.retinue.start();
    return this.settled(rootId);
  }

  async events(rootId: ThreadId): Promise<LogEvent[]> {
    return this.log.read({ workspaceId: localWorkspaceId, rootId, after: 0, limit: 1_000_000 });
  }

  async tree(rootId: ThreadId): Promise<TreeState> {
    const tree = foldTree(null, await this.events(rootId));
    if (!tree) throw new Error(`there is no chat ${rootId}`);
    return tree;
  }

  async view(rootId: ThreadId): Promise<ThreadNode> {
    const view = viewTree(await this.tree(rootId));
    if (!view) throw new Error(`there is no chat ${rootId}`);
    return view;
  }

  settled(rootId: ThreadId): Promise<ThreadNode> {
    return this.until(rootId, (tree) =>
      Object.values(tree.threads).every((thread) => thread.status !== 'active' || restsOnPeople(tree, thread.threadId)),
    );
  }

  /** Resolves as soon as the tree meets the condition; checked after each commit. */
  async until(rootId: ThreadId, holds: (tree: TreeState, view: ThreadNode) => boolean): Promise<ThreadNode> {
    while (true) {
      const { promise, resolve } = Promise.withResolvers<void>();
      using _subscription = this.log.subscribe(() => resolve());
      const tree = await this.tree(rootId);
      const view = viewTree(tree);
      if (view && holds(tree, view)) return view;
      await Promise.race([promise, wait(50)]);
      if (this.problems.length > 0) throw this.problems[0];
    }
  }

  async stop(graceMs = 0): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    await this.retinue.stop(graceMs);
  }

  /** Stops, and lists the inconsistencies of the store. */
  async findings(): Promise<string[]> {
    await this.stop();
    return (await verifyStore({ kind: 'sqlite', directory: this.directory })).map(({ message }) => message);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    if (this.#ownsDirectory) await rm(this.directory, { recursive: true, force: true });
  }
}

export async function openTestApp(options: TestAppOptions): Promise<TestApp> {
  const directory = options.directory ?? (await temporaryDirectory());
  const model = createScriptedModel(options.script);
  const problems: unknown[] = [];
  const retinue = await buildRetinue(configFor(directory, options), {
    models: createModels({ providers: { scripted: model } }),
    tools: createTools(options.tools ?? []),
    agents: agentsOf(options.agents ?? [agent('boss', { subAgents: ['worker'] }), agent('worker')]),
    onProblem: (problem) => problems.push(problem),
    ...options.replacements,
  });
  return new TestApp({ retinue, model, problems }, directory, options.directory === undefined);
}

export function temporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'retinue-test-'));
}

export function agent(
  name: string,
  options: { subAgents?: string[]; tools?: string[]; maxSteps?: number; version?: number } = {},
): AgentDefinition {
  return {
    agentId: agentIdOf(name),
    version: options.version ?? 1,
    name,
    description: `Does what a ${name} does`,
    badge: { color: '#888888', icon: 'bot' },
    model: { provider: 'scripted', id: 'scripted' },
    sampling: {},
    tools: options.tools ?? ['askUser'],
    maxSteps: options.maxSteps ?? null,
    systemPrompt: `You are ${name}.`,
    subAgentIds: (options.subAgents ?? []).map(agentIdOf),
    skillIds: [],
    placeholder: '',
  };
}

export function agentsOf(definitions: AgentDefinition[]): Agents {
  return {
    find: async (_workspaceId, agentId) => definitions.find((definition) => definition.agentId === agentId) ?? null,
    list: async () => definitions,
  };
}

/** Every task of a tree, parents before their children. */
export function allTasks(node: ThreadNode): TaskNode[] {
  return node.tasks.flatMap((task) => [task, ...(task.child ? allTasks(task.child) : [])]);
}

export function configFor(
  directory: string,
  options: Pick<TestAppOptions, 'limits' | 'maxRunning' | 'store' | 'allowedHosts' | 'extensions'> = {},
): Config {
  const defaults = readConfig({});
  if ('problems' in defaults) throw new Error(defaults.problems.join(' '));
  return {
    ...defaults,
    directory,
    server: { ...defaults.server, port: 0, logLevel: 'silent' },
    store: options.store ?? { kind: 'sqlite', directory },
    model: { provider: 'scripted', id: 'scripted' },
    openAiCompatible: null,
    secrets: { value: null, file: join(directory, 'secrets.key') },
    allowedHosts: options.allowedHosts ?? [],
    extensions: options.extensions ?? [],
    isDemoLoaded: false,
    limits: { ...defaultLimits, ...options.limits },
    maxRunning: options.maxRunning ?? 32,
    failpoint: null,
  };
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** An active thread counts as settled when it only waits for a person somewhere below it. */
function restsOnPeople(tree: TreeState, threadId: ThreadId): boolean {
  const thread = tree.threads[threadId];
  if (!thread || thread.openStep || thread.openCalls.length === 0) return false;
  return thread.openCalls.every((call) => {
    if (call.waitsFor === 'tool' || call.waitsFor === 'parent') return false;
    const below = thread.openTasks.filter((task) => task.callId === call.callId);
    return below.every(({ childThreadId }) => {
      const child = tree.threads[childThreadId];
      return (
        child &&
        isUnfinished(child.status) &&
        (child.status === 'waiting_for_user' || restsOnPeople(tree, childThreadId))
      );
    });
  });
}
