import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { readConfig } from '../../../packages/server/src/config.ts';
import { buildRetinue } from '../../../packages/server/src/main.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import type { Script } from '../../../packages/server/src/models/script.ts';
import { byAgent, inputsOf, resultsOf } from '../../../packages/server/src/models/script.ts';
import { call, hang, say } from '../../../packages/server/src/models/script-lines.ts';
import { createScriptedModel } from '../../../packages/server/src/models/scripted.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import { commandsOf } from '../../support/commands.ts';
import { agent, agentsOf } from '../../support/house.ts';
import { newTask, succeed, toolFor } from '../../support/scripts.ts';

/*
 * Writes the store of a golden sample and kills itself in the middle of its work. To make the sample of a release, copy
 * this file to the same place in a checkout of it and run it there with RETINUE_DATA or DATABASE_URL set:
 *   node tests/golden/stores/make-store.ts [background] [settings]
 * Name only what that release knows. The samples are never made again: they are what that release wrote.
 */
const known = new Set(process.argv.slice(2));
const config = readConfig(process.env);
if ('problems' in config) throw new Error(config.problems.join(' '));

const retinue = await buildRetinue(
  { ...config, model: { provider: 'scripted', id: 'scripted' } },
  {
    models: createModels({
      providers: { scripted: createScriptedModel(byAgent({ boss: bossScript, worker: workerScript })) },
    }),
    tools: createTools([toolFor('readAll', async () => longText(), { effect: 'read' })]),
    agents: agentsOf([agent('boss', { subAgents: ['worker'], tools: ['askUser', 'readAll'] }), agent('worker')]),
  },
);
retinue.start();
if (known.has('settings')) await writeSettings();
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
  if (results.length > 0) return [say(`Done: ${JSON.stringify(results[0]?.value).slice(0, 200)}`)];
  if (first === 'Read the long text.') return [call('readAll')];
  if (first === 'Ask me for a color.') return [call('askUser', { question: 'Which color?', options: ['red', 'blue'] })];
  if (first === 'Work for a long time.') return [newTask('worker', 'Take your time.')];
  if (first === 'Work in the background.') return [newTask('worker', 'Take your time.', { background: true })];
  return [newTask('worker', 'Count to three.')];
}

function workerScript(request: Parameters<typeof bossScript>[0]): Script {
  return inputsOf(request)[0]?.startsWith('Take') ? [say('I am at it. '), hang()] : [succeed('one, two, three')];
}

function longText(): Promise<string> {
  return Promise.resolve(Array.from({ length: 1500 }, (_, line) => `Line ${line} of a long text.`).join('\n'));
}

async function open(text: string): Promise<void> {
  const once = { key: `key of: ${text}`, request: text };
  const wish = {
    workspaceId: localWorkspaceId,
    actor: 'person:owner',
    role: 'owner',
    commandId: retinue.ids.command(),
    once,
  } as const;
  const reply = await commandsOf(retinue).openChat(wish, { agentId: agentIdOf('boss'), text });
  if (reply.refusal) throw new Error(reply.refusal.code);
}

async function writeSettings(): Promise<void> {
  const data = { name: 'haiku', description: 'How to write one.', content: 'Five, seven, five.' };
  const made = await retinue.skills.create({ workspaceId: localWorkspaceId }, data);
  if (made.refusal) throw new Error(made.refusal.code);
}

/** Waits until no more threads than this owe work. */
async function restsExcept(owing: number): Promise<void> {
  while ((await retinue.log.owing(Number.MAX_SAFE_INTEGER)).length > owing) await pause();
}

/** Waits until so many workers are in the middle of a step. */
async function hangs(count: number): Promise<void> {
  const all = { workspaceId: localWorkspaceId, after: 0, limit: 10_000 };
  while (true) {
    const events = await retinue.log.read(all);
    const opened = events.filter(({ type, threadId, rootId }) => type === 'step.started' && threadId !== rootId);
    if (opened.length === count + 1) return pause();
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100));
}
