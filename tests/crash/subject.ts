import { flushCompileCache } from 'node:module';
import type { Effect } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { z } from 'zod';
import type { Wish as CommandWish, Reply } from '../../packages/server/src/commands/commands.ts';
import type { Config } from '../../packages/server/src/config.ts';
import { readConfig } from '../../packages/server/src/config.ts';
import type { Retinue } from '../../packages/server/src/main.ts';
import { buildRetinue } from '../../packages/server/src/main.ts';
import { createModels } from '../../packages/server/src/models/models.ts';
import { createScriptedModel } from '../../packages/server/src/models/scripted.ts';
import type { Model } from '../../packages/server/src/ports/model.ts';
import type { Tool, ToolContext } from '../../packages/server/src/ports/tool.ts';
import { createTools } from '../../packages/server/src/tools/tools.ts';
import { agent, agentsOf } from '../support/house.ts';
import type { SubjectLine, Wish } from './lines.ts';
import { eachLine } from './lines.ts';
import { agentNames, limitedAgent, planFor } from './plan.ts';
import { scriptFor, toolNames } from './script.ts';
import type { Witness } from './witness.ts';
import { createWitness } from './witness.ts';

/*
 * The real process: `subject.ts <seed> <size> <recorder's port>`, its store and its failpoint from the environment.
 * Everything but the model, the tools and the agents is the product's own.
 */
const [seed = '', size = '', port = ''] = process.argv.slice(2);
const plan = planFor(Number(seed), size === 'whole' ? 'whole' : 'small');
const witness = createWitness(Number(port));
const retinue = buildRetinue(configFromEnvironment(), {
  models: createModels({ providers: { scripted: watched(createScriptedModel(scriptFor(plan)), witness) } }),
  tools: createTools(Object.entries(toolNames).map(([effect, name]) => tool(name, effect as Effect))),
  agents: agentsOf(agentNames.map((name) => agentAt(name))),
  onProblem: (problem) => say({ type: 'problem', words: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) }),
});

retinue.log.subscribe(({ events }) => {
  say({ type: 'committed', events: [...events] });
  void sayWhenAtRest();
});
eachLine(process.stdin, (line) => void answer(retinue, JSON.parse(line) as Wish));
process.stdin.once('end', () => void retinue.stop(graceMs).then(() => process.exit(0)));
retinue.start();
say({ type: 'ready' });
void sayWhenAtRest();
if (process.env.CRASH_KEEP_COMPILED) flushCompileCache();

/** To a pipe this is synchronous: what was said has left the process, however it ends. */
function say(line: SubjectLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function answer(to: Retinue, wish: Wish): Promise<void> {
  const commandId = to.ids.command();
  const once = { key: wish.key, request: JSON.stringify([wish.name, wish.command]) };
  const by: CommandWish = { workspaceId: localWorkspaceId, actor: 'person:owner', commandId, once };
  try {
    const run = to.commands[wish.name] as (by: CommandWish, command: Wish['command']) => Promise<Reply<Record<string, unknown>>>;
    const reply = await run(by, wish.command);
    if (reply.refusal) say({ type: 'refused', key: wish.key, code: reply.refusal.code });
    else say({ type: 'ok', key: wish.key, reply: reply.done });
  } catch (error) {
    say({ type: 'problem', words: `${wish.name}: ${String(error)}` });
  }
  await sayWhenAtRest();
}

async function sayWhenAtRest(): Promise<void> {
  const owing = await retinue.log.owing(Number.MAX_SAFE_INTEGER);
  if (owing.length === 0) say({ type: 'rest' });
}

function configFromEnvironment(): Config {
  const config = readConfig(process.env);
  if ('problems' in config) throw new Error(config.problems.join('\n'));
  return { ...config, limits: { ...config.limits, maxChildrenAtOnce: 24, maxTasksPerTurn: 1000 } };
}

function agentAt(name: (typeof agentNames)[number]) {
  const below = { boss: 'lead', lead: 'specialist', specialist: 'worker', worker: null, [limitedAgent]: null }[name];
  const subAgents = below ? [below, limitedAgent] : [];
  const tools = ['askUser', ...Object.values(toolNames)];
  return agent(name, name === limitedAgent ? { subAgents, tools, maxSteps: 1 } : { subAgents, tools });
}

/** The witness hears of every request before the model says a word. */
function watched(model: Model, { tell }: Witness): Model {
  return {
    async *stream(request, signal) {
      const { threadId, step, attempt } = request.place;
      await tell({ what: 'model', threadId, step, attempt }, 0, signal);
      yield* model.stream(request, signal);
    },
  };
}

const toolInput = z.strictObject({ token: z.string(), replyMs: z.int() });

function tool(name: string, effect: Effect): Tool {
  return {
    name,
    description: `Has an effect that is ${effect}`,
    input: toolInput,
    effect,
    reach: 'internal',
    timeoutMs: 10_000,
    outputBytes: 4096,
    async run(args: never, context: ToolContext) {
      const { token, replyMs }: z.infer<typeof toolInput> = args;
      const { callId, attempt, idempotencyKey: key, signal } = context;
      await witness.tell({ what: 'effect', effect, token, callId, attempt, key }, replyMs, signal);
      return { had: token };
    },
  };
}

const graceMs = 1000;
