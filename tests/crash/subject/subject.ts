import { setTimeout } from 'node:timers/promises';
import { localWorkspaceId } from '@retinue/protocol';
import type { Config } from '../../../packages/server/src/config.ts';
import { readConfig } from '../../../packages/server/src/config.ts';
import { buildRetinue } from '../../../packages/server/src/main.ts';
import type { CommandContext } from '../../../packages/server/src/ports/operations/operation.ts';
import type { CommandReply } from '../../support/apps/commands.ts';
import { commandsOf } from '../../support/apps/commands.ts';
import { createWitness } from '../recorder/witness.ts';
import type { PersonRequest, SubjectLine } from './lines.ts';
import { eachLine } from './lines.ts';
import { partsFor } from './parts.ts';
import { planFor } from './plan.ts';
import { lateText } from './script.ts';

/*
 * The real process: `subject.ts <seed> <size> <recorder's port>`, its store and its failpoint from the environment.
 * Everything but the model, the tools and the agents is the product's own.
 */
/** In chats from the late one on: there, every approval has lapsed by the time that the person looks. */
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
eachLine(process.stdin, (line) => void answer(JSON.parse(line) as PersonRequest));
process.stdin.once('end', () => void retinue.stop(1000).then(() => process.exit(0)));
retinue.start();
say({ type: 'ready' });
void sayWhenAtRest();

/** Synchronous for a pipe: the output has left the process, however it ends. */
function say(line: SubjectLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function answer(request: PersonRequest): Promise<void> {
  try {
    const reply = await perform(request);
    if (reply.refusal) say({ type: 'refused', key: request.key, code: reply.refusal.code });
    else say({ type: 'ok', key: request.key, reply: { ...reply.done } });
  } catch (error) {
    say({ type: 'problem', words: `${request.name}: ${inWords(error)}` });
  }
  await sayWhenAtRest();
}

async function perform({ key, name, command }: PersonRequest): Promise<CommandReply> {
  if (name === 'openChat' && command.text === lateText)
    await retinue.workspaces.change({ workspaceId: localWorkspaceId }, { limits: { approvalLapseMs } });
  if (name === 'renewApproval') await untilLapsed();
  const idempotency = { key, request: JSON.stringify([name, command]) };
  const by: CommandContext = {
    workspaceId: localWorkspaceId,
    actor: 'person:owner',
    role: 'owner',
    commandId: retinue.ids.command(),
    idempotency,
  };
  const run = commandsOf(retinue)[name] as (by: CommandContext, what: typeof command) => Promise<CommandReply>;
  return run(by, command);
}

/** By the clock that decides: a timer may come a little early, and before the lapse there is nothing to renew. */
async function untilLapsed(): Promise<void> {
  const askedMs = retinue.clock.elapsedMs();
  while (retinue.clock.elapsedMs() <= askedMs + approvalLapseMs) await setTimeout(1);
}

/** A value that was read before a commit says nothing about the time after it. */
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
