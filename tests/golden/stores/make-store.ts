import { agentIdOf, localWorkspaceId, type ThreadId } from '@retinue/protocol';
import { readConfig } from '../../../packages/server/src/config.ts';
import { buildRetinue } from '../../../packages/server/src/main.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import { commandsOf } from '../../support/apps/commands.ts';
import { accepted } from '../../support/apps/replies.ts';
import { agent, agentsOf } from '../../support/apps/test-app.ts';
import { goOn, newTask, succeed, taskIn, toolFor } from '../../support/models/scripts.ts';
import type { Script } from '../../support/scripted/script.ts';
import { byAgent, inputsOf, resultsOf } from '../../support/scripted/script.ts';
import { call, fail, finish, hang, say } from '../../support/scripted/script-lines.ts';
import { createScriptedModel } from '../../support/scripted/scripted-model.ts';

/*
 * Writes the store of a golden sample and kills itself in the middle of its work. To make the sample of a release, copy
 * this file to the same place in a checkout of it and run it there with RETINUE_DATA or DATABASE_URL set:
 * node tests/golden/stores/make-store.ts [background] [settings] [failures]
 * Use only names that exist in that release. The samples are never made again: that release wrote them.
 */
const known = new Set(process.argv.slice(2));
/** The tool of a canceled chat, which ends late and with an error. */
const released = Promise.withResolvers<never>();
const config = readConfig(process.env);
if ('problems' in config) throw new Error(config.problems.join(' '));

const retinue = await buildRetinue(
  { ...config, model: { provider: 'scripted', id: 'scripted' } },
  {
    models: createModels({
      providers: { scripted: createScriptedModel(byAgent({ boss: bossScript, worker: workerScript })) },
    }),
    tools: createTools([
      toolFor('readAll', async () => longText(), { effect: 'read' }),
      toolFor('wait', () => released.promise),
    ]),
    agents: agentsOf([
      agent('boss', { subAgents: ['worker'], tools: ['askUser', 'readAll', 'wait'] }),
      agent('worker'),
    ]),
  },
);
retinue.start();
if (known.has('settings')) await writeSettings();
if (known.has('failures')) await writeFailures();
await open('Delegate the counting.');
await open('Read the long text.');
await restsExcept(0);
await open('Ask me for a color.');
await restsExcept(0);
await open('Work for a long time.');
if (known.has('background')) await open('Work in the background.');
await hangs(known.has('background') ? 2 : 1);
process.kill(process.pid, 'SIGKILL');

function bossScript(request: Parameters<Extract<Script, (...all: never[]) => unknown>>[0]): Script {
  const [first] = inputsOf(request);
  const results = resultsOf(request);
  if (first?.startsWith('Fail') || first?.startsWith('Cancel')) return failingScript(request);
  if (results.length > 0) return [say(`Done: ${JSON.stringify(results[0]?.value).slice(0, 200)}`)];
  if (first === 'Read the long text.') return [call('readAll')];
  if (first === 'Ask me for a color.') return [call('askUser', { question: 'Which color?', options: ['red', 'blue'] })];
  if (first === 'Work for a long time.') return [newTask('worker', 'Take your time.')];
  if (first === 'Work in the background.') return [newTask('worker', 'Take your time.', { background: true })];
  return [newTask('worker', 'Count to three.')];
}

/** Chats in which something fails or is canceled in every way that an event has a reason for. */
function failingScript(request: Parameters<typeof bossScript>[0]): Script {
  const inputs = inputsOf(request);
  const results = resultsOf(request);
  if (inputs[0] === 'Cancel the work.') return [newTask('worker', 'Take your time.')];
  if (inputs[0] === 'Cancel the tool.') return [call('wait')];
  if (inputs[0] === 'Cancel by retry.')
    return results.length === 0 ? [newTask('worker', 'Take your time.')] : [say('Retried.')];
  if (inputs[0] === 'Fail in a step.') {
    return request.place.attempt < 3 ? [say('It '), fail({ message: 'The provider is away.' })] : [say('It works.')];
  }
  if (inputs[0] === 'Fail for good.') return [say('It '), fail({ message: 'Refused.', retryable: false })];
  if (inputs[0] === 'Fail in calls.')
    return results.length === 0 ? [call('nothing'), call('askUser', {})] : [say('So.')];
  if (inputs[0] === 'Fail with nothing.')
    return results.length === 0 ? [newTask('worker', 'Say nothing.')] : [say('Nothing.')];
  if (inputs.length === 1) return results.length === 0 ? [newTask('worker', 'Fail at this.')] : [say('It failed.')];
  return results.length === 0 ? [goOn(taskIn(request), 'Once more.')] : [say('It has another result.')];
}

function workerScript(request: Parameters<typeof bossScript>[0]): Script {
  const inputs = inputsOf(request);
  if (inputs[0] === 'Say nothing.') return [succeed('')];
  if (inputs.at(-1) === 'Fail at this.') return [say('This is what I'), finish('length')];
  return inputs[0]?.startsWith('Take') ? [say('I am at it. '), hang()] : [succeed('one, two, three')];
}

function longText(): Promise<string> {
  return Promise.resolve(Array.from({ length: 1500 }, (_, line) => `Line ${line} of a long text.`).join('\n'));
}

async function open(text: string): Promise<void> {
  const once = { key: `key of: ${text}`, request: text };
  const asked = { ...context(), once };
  const reply = await commandsOf(retinue).openChat(asked, { agentId: agentIdOf('boss'), text });
  if (reply.refusal) throw new Error(reply.refusal.code);
}

async function writeSettings(): Promise<void> {
  const data = { name: 'haiku', description: 'How to write one.', content: 'Five, seven, five.' };
  accepted(await retinue.skills.create({ workspaceId: localWorkspaceId }, data));
}

async function writeFailures(): Promise<void> {
  for (const text of ['Fail in a step.', 'Fail for good.', 'Fail in calls.', 'Fail with nothing.', 'Fail in a task.']) {
    await open(text);
    await restsExcept(0);
  }
  const commands = commandsOf(retinue);
  const threadId = await idOf('Fail in a task.');
  await commands.sendMessage(context(), { threadId, text: 'More.' });
  await restsExcept(0);
  await commands.regenerate(context(), { threadId });
  await restsExcept(0);
  await open('Cancel by retry.');
  await hangs(1);
  const [tree] = [await retinue.log.tree(localWorkspaceId, await idOf('Cancel by retry.'))];
  const [task] = Object.values(tree?.threads ?? {}).flatMap(({ openTasks }) => openTasks);
  if (!task) throw new Error('There is no task to retry.');
  await commands.retryTask(context(), { taskId: task.taskId, instruction: 'Count to three.' });
  await restsExcept(0);
  await open('Cancel the work.');
  await hangs(1);
  await commands.cancelThread(context(), { threadId: await idOf('Cancel the work.') });
  await open('Cancel the tool.');
  while (!(await events()).some(({ type, data }) => type === 'call.started' && data.step === 1)) await pause();
  await commands.cancelThread(context(), { threadId: await idOf('Cancel the tool.') });
  released.reject(new Error('The tool gave up.'));
  while (!(await events()).some(({ type }) => type === 'call.late')) await pause();
}

function context() {
  return {
    workspaceId: localWorkspaceId,
    actor: 'person:owner',
    role: 'owner',
    commandId: retinue.ids.command(),
  } as const;
}

async function idOf(title: string): Promise<ThreadId> {
  const chats = await retinue.log.readModels.chats(localWorkspaceId, { limit: 100 });
  const chat = chats.find((row) => title.startsWith(row.title));
  if (!chat) throw new Error(`There is no chat "${title}".`);
  return chat.threadId;
}

/** Waits until no more threads than this owe work. */
async function restsExcept(owing: number): Promise<void> {
  while ((await retinue.log.owing(Number.MAX_SAFE_INTEGER)).length > owing) await pause();
}

/** Waits until so many workers are in the middle of a step. */
async function hangs(count: number): Promise<void> {
  const isHanging = async () => {
    const open = new Set<ThreadId>();
    for (const { type, threadId, rootId } of await events()) {
      if (type === 'step.started' && threadId !== rootId) open.add(threadId);
      if (type === 'step.ended' || type === 'step.cut') open.delete(threadId);
    }
    return open.size === count;
  };
  while (!(await isHanging())) await pause();
  await pause();
}

function events() {
  return retinue.log.read({ workspaceId: localWorkspaceId, after: 0, limit: 10_000 });
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100));
}
