import { flushCompileCache } from 'node:module';
import type { Event, StopScope, ThreadId, WorkspaceId } from '@retinue/protocol';
import { agentIdOf } from '@retinue/protocol';
import { readConfig } from '../../packages/server/src/config.ts';
import { buildRetinue, type Retinue } from '../../packages/server/src/main.ts';
import { createModels } from '../../packages/server/src/models/models.ts';
import { byAgent } from '../../packages/server/src/models/script.ts';
import type { Line } from '../../packages/server/src/models/script-lines.ts';
import { pause, say } from '../../packages/server/src/models/script-lines.ts';
import { createScriptedModel } from '../../packages/server/src/models/scripted.ts';
import type { CommandContext } from '../../packages/server/src/ports/operation.ts';
import { createTools } from '../../packages/server/src/tools/tools.ts';
import { commandsOf } from '../support/commands.ts';
import { agent, agentsOf } from '../support/house.ts';
import { newTask, succeed } from '../support/scripts.ts';
import { eachLine } from './lines.ts';

/*
 * A process with two workspaces in which work is stopped and resumed: `stop-subject.ts`, its store from the environment.
 * Takes one command to a line, and answers after it was done.
 */
export type StopCommand =
  | { key: string; name: 'open'; workspaceId: WorkspaceId }
  | { key: string; name: 'send'; workspaceId: WorkspaceId; threadId: ThreadId; text: string }
  | { key: string; name: 'stop' | 'resume'; scope: StopScope };

export type StopLine =
  /** Before anything runs: the workspaces, and how far the log goes. */
  | { type: 'ready'; workspaceIds: WorkspaceId[]; head: number }
  | { type: 'committed'; events: Event[] }
  | { type: 'done'; key: string; threadId: ThreadId | null }
  /** Nothing is owed in any chat, stopped or not. */
  | { type: 'rest' }
  | { type: 'problem'; message: string };

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if ('problems' in config) throw new Error(config.problems.join('\n'));
  const retinue = await buildRetinue(config, {
    models: createModels({ providers: { scripted: createScriptedModel(script) } }),
    tools: createTools([]),
    agents: agentsOf([agent('boss', { subAgents: ['worker'] }), agent('worker')]),
    onProblem: (problem) => write({ type: 'problem', message: String(problem) }),
  });
  const { log, workspaces } = retinue;
  const tellRest = async () => {
    if ((await log.owing(Number.MAX_SAFE_INTEGER)).length === 0) write({ type: 'rest' });
  };
  if ((await workspaces.list()).length < 2) await workspaces.create('Second');
  const workspaceIds = (await workspaces.list()).map(({ workspaceId }) => workspaceId);
  log.subscribe(({ events }) => {
    write({ type: 'committed', events: [...events] });
    void tellRest();
  });
  write({ type: 'ready', workspaceIds, head: await log.feed.head() });
  eachLine(process.stdin, (line) => void answer(retinue, JSON.parse(line) as StopCommand).then(tellRest));
  process.stdin.once('end', () => void retinue.stop(1000).then(() => process.exit(0)));
  retinue.start();
}

async function answer(retinue: Retinue, command: StopCommand): Promise<void> {
  try {
    write({ type: 'done', key: command.key, threadId: await perform(retinue, command) });
  } catch (error) {
    write({ type: 'problem', message: `${command.name}: ${String(error)}` });
  }
}

async function perform(retinue: Retinue, command: StopCommand): Promise<ThreadId | null> {
  const { ids } = retinue;
  const commands = commandsOf(retinue);
  if ('scope' in command) {
    const { name, scope } = command;
    await (name === 'stop' ? commands.stopAll({ actor: 'person:owner' }, scope) : commands.resumeAll(scope));
    return null;
  }
  const { key, workspaceId } = command;
  const once = { key, request: JSON.stringify(command) };
  const by: CommandContext = { workspaceId, actor: 'person:owner', role: 'owner', commandId: ids.command(), once };
  const reply =
    command.name === 'open'
      ? await commands.openChat(by, { agentId: agentIdOf('boss'), text: key })
      : await commands.sendMessage(by, { threadId: command.threadId, text: command.text });
  if (reply.refusal) throw new Error(reply.refusal.code);
  return reply.done.threadId;
}

/** To a pipe this is synchronous: the order of lines is the order in which things were done. */
function write(line: StopLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const slowly: Line[] = Array.from({ length: 4 }, () => [say('Working. '), pause(15)]).flat();
const script = byAgent({
  boss: (request) =>
    request.messages.at(-1)?.role === 'user' ? [...slowly, newTask('worker', 'Look')] : [...slowly, say('Done.')],
  worker: [...slowly, succeed('Found')],
});

if (import.meta.main) {
  // A process that is killed never keeps what it compiled.
  if (process.env.CRASH_KEEP_COMPILED) flushCompileCache();
  await main();
}
