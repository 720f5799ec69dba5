import { flushCompileCache } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { localWorkspaceId } from '@retinue/protocol';
import type { Config } from '../../packages/server/src/config.ts';
import { readConfig } from '../../packages/server/src/config.ts';
import { buildRetinue } from '../../packages/server/src/main.ts';
import type { CommandContext } from '../../packages/server/src/ports/operation.ts';
import type { CommandReply } from '../support/commands.ts';
import { commandsOf } from '../support/commands.ts';
import type { SubjectLine, Wish } from './lines.ts';
import { eachLine } from './lines.ts';
import { partsFor } from './parts.ts';
import { planFor } from './plan.ts';
import { lateWords } from './script.ts';
import { createWitness } from './witness.ts';

/*
 * The real process: `subject.ts <seed> <size> <recorder's port>`, its store and its failpoint from the environment.
 * Everything but the model, the tools and the agents is the product's own.
 */
// A process that is killed never gets to keep what it compiled, and the next one would start twice as slowly.
if (process.env.CRASH_KEEP_COMPILED) flushCompileCache();

/** In chats from the late one on: there, whatever a person is asked to approve has lapsed by the time that they look. */
const approvalLapseMs = 1;
const [seed = '', size = '', port = ''] = process.argv.slice(2);
const plan = planFor(Number(seed), size === 'whole' ? 'whole' : 'small');
const retinue = await buildRetinue(configFromEnvironment(), {
  ...partsFor(plan, createWitness(Number(port))),
  onProblem: (problem) => say({ type: 'problem', words: inWords(problem) }),
});
let commits = 0;
retinue.log.subscribe(({ events }) => {
  commits += 1;
  say({ type: 'committed', events: [...events] });
  void sayWhenAtRest();
});
eachLine(process.stdin, (line) => void answer(JSON.parse(line) as Wish));
process.stdin.once('end', () => void retinue.stop(1000).then(() => process.exit(0)));
retinue.start();
say({ type: 'ready' });
void sayWhenAtRest();

/** To a pipe this is synchronous: what was said has left the process, however it ends. */
function say(line: SubjectLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function answer(wish: Wish): Promise<void> {
  try {
    const reply = await perform(wish);
    if (reply.refusal) say({ type: 'refused', key: wish.key, code: reply.refusal.code });
    else say({ type: 'ok', key: wish.key, reply: { ...reply.done } });
  } catch (error) {
    say({ type: 'problem', words: `${wish.name}: ${inWords(error)}` });
  }
  await sayWhenAtRest();
}

async function perform({ key, name, command }: Wish): Promise<CommandReply> {
  if (name === 'openChat' && command.text === lateWords)
    await retinue.workspaces.change(localWorkspaceId, { limits: { approvalLapseMs } });
  if (name === 'renewApproval') await untilLapsed();
  const once = { key, request: JSON.stringify([name, command]) };
  const by: CommandContext = {
    workspaceId: localWorkspaceId,
    actor: 'person:owner',
    role: 'owner',
    commandId: retinue.ids.command(),
    once,
  };
  const run = commandsOf(retinue)[name] as (by: CommandContext, what: typeof command) => Promise<CommandReply>;
  return run(by, command);
}

/** By the clock that decides: a timer may come a little early, and before the lapse there is nothing to renew. */
async function untilLapsed(): Promise<void> {
  const askedMs = retinue.clock.elapsedMs();
  while (retinue.clock.elapsedMs() <= askedMs + approvalLapseMs) await setTimeout(1);
}

/** What was read before a commit says nothing about the time after it. */
async function sayWhenAtRest(): Promise<void> {
  const before = commits;
  const owing = await retinue.log.owing(Number.MAX_SAFE_INTEGER);
  if (owing.length === 0 && commits === before) say({ type: 'rest' });
}

function configFromEnvironment(): Config {
  const config = readConfig(process.env);
  if ('problems' in config) throw new Error(config.problems.join('\n'));
  return { ...config, limits: { ...config.limits, maxChildrenAtOnce: 24, maxTasksPerTurn: 1000 } };
}

function inWords(problem: unknown): string {
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
}
