import type { LogEvent, ThreadId, WorkspaceId } from '@retinue/protocol';
import { agentIdOf } from '@retinue/protocol';
import { readConfig } from '../../../packages/server/src/config.ts';
import { buildRetinue, type Retinue } from '../../../packages/server/src/main.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import type { StopScope } from '../../../packages/server/src/ports/engine/stops.ts';
import type { CommandContext } from '../../../packages/server/src/ports/operations/operation.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import { commandsOf } from '../../support/apps/commands.ts';
import { agent, agentsOf } from '../../support/apps/test-app.ts';
import { newTask, succeed } from '../../support/models/scripts.ts';
import { byAgent } from '../../support/scripted/script.ts';
import type { Line } from '../../support/scripted/script-lines.ts';
import { pause, say } from '../../support/scripted/script-lines.ts';
import { createScriptedModel } from '../../support/scripted/scripted-model.ts';
import { eachLine } from './lines.ts';

/*
 * A process with two workspaces in which work is stopped and resumed: `stop-subject.ts`, its store from the
 * environment. Takes one command per line, and answers after it was done.
 */
export type StopCommand =
  | { key: string; name: 'open'; workspaceId: WorkspaceId }
  | { key: string; name: 'send'; workspaceId: WorkspaceId; threadId: ThreadId; text: string }
  | { key: string; name: 'stop' | 'resume'; scope: StopScope };

export type StopLine =
  /** Before anything runs: the workspaces, and the last position of the log. */
  | { type: 'ready'; workspaceIds: WorkspaceId[]; head: number }
  | { type: 'committed'; events: LogEvent[] }
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
  if ((await workspaces.list()).length < 2) await workspaces.create({}, 'Second');
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
  const idempotency = { key, request: JSON.stringify(command) };
  const by: CommandContext = {
    workspaceId,
    actor: 'person:owner',
    role: 'owner',
    commandId: ids.command(),
    idempotency,
  };
  const reply =
    command.name === 'open'
      ? await commands.openChat(by, { agentId: agentIdOf('boss'), text: key })
      : await commands.sendMessage(by, { threadId: command.threadId, text: command.text });
  if (reply.refusal) throw new Error(reply.refusal.code);
  return reply.done.threadId;
}

/** Synchronous for a pipe: the order of lines is the order of actions. */
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
  // A killed process never writes its compile cache.
  await main();
}
