import type { Event, QuestionId, ThreadId, Verdict } from '@retinue/protocol';
import { hash, isUnfinished, localWorkspaceId } from '@retinue/protocol';
import { recover } from '../../packages/server/src/engine/recovery/recover.ts';
import type { Script } from '../../packages/server/src/models/script.ts';
import { inputsOf, resultsOf } from '../../packages/server/src/models/script.ts';
import type { Line } from '../../packages/server/src/models/script-lines.ts';
import {
  call,
  callText,
  fail,
  finish,
  pause,
  say,
  think,
  together,
} from '../../packages/server/src/models/script-lines.ts';
import type { Json, ModelRequest } from '../../packages/server/src/ports/model.ts';
import type { Tool } from '../../packages/server/src/ports/tool.ts';
import { seededChance } from './facts.ts';
import type { House } from './house.ts';
import { agent, allTasks, openHouse, wait } from './house.ts';
import { goOn, newTask, toolFor } from './scripts.ts';

/** What the real engine writes when models, tools and people do whatever comes to mind, as it was stored and as it was watched. */
export async function writeRandomLog(
  seed: number,
  watch: (house: House, rootId: ThreadId) => Promise<void> = async () => undefined,
): Promise<{ stored: Event[]; watched: Event[]; findings: string[] }> {
  const chance = seededChance(seed);
  const agents = team(1);
  await using house = await openHouse({
    script: randomScript(seed),
    agents,
    tools: randomTools,
    limits: {
      maxDepth: 3,
      maxSteps: 6,
      maxChildrenAtOnce: 3,
      ...(seed % 2 === 0 ? { compactAtTokens: 160 } : {}),
      ...(seed % 3 === 0 ? { approvalLapseMs: 20 } : {}),
    },
  });
  const watched: Event[] = [];
  using _subscription = house.log.subscribe(({ events }) => watched.push(...events));
  const rootId = await house.open(`chat ${seed}`);
  const watching = watch(house, rootId);
  house.retinue.start();
  for (let move = 0; move < 14; move += 1) {
    await wait(chance() * 12);
    await meddle(house, rootId, chance, agents);
  }
  await finishUp(house, rootId);
  await house.commands.markRead(house.wish(), { threadId: rootId });
  await watching;
  const stored = await house.events(rootId);
  const last = stored.at(-1)?.position ?? 0;
  const findings = await house.findings();
  // A tool that was stopped may still tell of itself after the last look.
  return { stored, watched: watched.filter((event) => event.rootId === rootId && event.position <= last), findings };
}

const team = (version: number) => [
  agent('boss', { subAgents: ['worker', 'clerk'], tools: ['look', 'put', 'act', 'askUser'], version }),
  { ...agent('worker', { subAgents: ['clerk'], tools: ['look', 'act', 'askUser'] }), answersQuestions: true },
  { ...agent('clerk', { tools: ['look', 'put', 'send', 'askUser'] }), resultSchema: { type: 'string', maxLength: 9 } },
];

function randomTool(name: string, effect: 'read' | 'idempotent' | 'unsafe') {
  const run = async (args: Record<string, unknown>) => {
    const chance = seededChance(Number.parseInt(hash(JSON.stringify(args)), 36) | 0);
    await wait(chance() * (effect === 'unsafe' ? 40 : 15));
    if (chance() < 0.2) throw new Error(`${name} is out of order`);
    return { seen: Math.floor(chance() * 1000) };
  };
  return toolFor(name, run, { effect });
}

export const randomTools: Tool[] = [
  randomTool('look', 'read'),
  randomTool('put', 'idempotent'),
  randomTool('act', 'unsafe'),
  { ...randomTool('send', 'unsafe'), reach: 'outbound' },
];

/** Pure: the same request gets the same lines, after a restart too. */
function randomScript(seed: number): Script {
  return (request) => {
    const { agentId, step, attempt } = request.place;
    const key = hash(`${seed} ${agentId} ${inputsOf(request).join('|')} ${step} ${attempt}`);
    const chance = seededChance(Number.parseInt(key, 36) | 0);
    if (request.tools.some(({ name }) => name === 'passOn')) return [pause(chance() * 6), consultation(chance)];
    const lines = request.place.kind === 'compaction' ? randomSummary(chance) : randomLines(request, chance, step);
    return [say('Let me ', 'see. '), pause(chance() * 6), ...lines];
  };
}

function randomLines(request: ModelRequest, chance: () => number, step: number): Line[] {
  const offered = new Set(request.tools.map(({ name }) => name));
  const pick = chance();
  if (offered.has('newTask') && inTurn(request) <= 2 && pick < 0.45) return [delegation(request, chance)];
  if (pick < 0.6)
    return [
      think('hm'),
      together(
        ...['look', 'put', 'act', 'send']
          .filter((name) => offered.has(name))
          .map((name) => call(name, { round: Math.floor(chance() * 99) })),
      ),
    ];
  if (pick < 0.66) return [call('askUser', { question: `What about ${step}?`, options: ['this', 'that'] })];
  if (pick < 0.71) return [fail({ message: 'overloaded', retryable: true, retryAfterMs: 1 })];
  if (pick < 0.74) return [fail({ message: 'refused', retryable: false, isTooLong: pick < 0.725 })];
  if (pick < 0.78) return [callText('look', '{"round": ')];
  if (pick < 0.8) return [finish('length')];
  if (offered.has('taskResult'))
    return [
      call('taskResult', {
        result: `done at ${step}${chance() < 0.3 ? ', with more' : ''}`,
        status: chance() < 0.8 ? 'success' : 'error',
      }),
    ];
  return [say(`All said: ${resultsOf(request).length}`)];
}

function randomSummary(chance: () => number): Line[] {
  const pick = chance();
  if (pick < 0.6) return [say('This is how it was.')];
  if (pick < 0.75) return [fail({ message: 'refused', retryable: false, isTooLong: pick < 0.7 })];
  return pick < 0.9 ? [fail({ message: 'overloaded', retryable: true, retryAfterMs: 1 })] : [finish('content-filter')];
}

/** What a parent makes of a child's question. */
function consultation(chance: () => number): Line {
  if (chance() < 0.4) return call('answerQuestion', { answer: 'this' });
  return chance() < 0.7 ? call('passOn', {}) : say('I wonder.');
}

function delegation(request: ModelRequest, chance: () => number): Line {
  const targets = ['worker', 'clerk'].filter((name) =>
    request.tools.some(({ description }) => description.includes(`agt_${name} `)),
  );
  const count = 1 + Math.floor(chance() * 3);
  const known = tasksIn(request);
  return together(
    ...Array.from({ length: count }, (_, index) => {
      const task = `part ${index} of ${request.place.step}, ${chance().toFixed(3)}`;
      const earlier = known[Math.floor(chance() * known.length)];
      const terms = randomTerms(chance, known);
      if (earlier && chance() < 0.5) return goOn(earlier, task, terms);
      return newTask(targets[index % targets.length] ?? 'nobody', task, terms);
    }),
  );
}

function randomTerms(chance: () => number, known: readonly string[]): Record<string, Json> {
  return {
    ...(chance() < 0.3 ? { background: true } : {}),
    ...(chance() < 0.3 ? { context: { messages: [1 + Math.floor(chance() * 2)], results: known.slice(0, 1) } } : {}),
  };
}

/** Its own tasks, as its calls were answered. */
function tasksIn(request: ModelRequest): string[] {
  const results = request.messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
  return results.flatMap(({ value }) =>
    value && typeof value === 'object' && 'taskId' in value ? [`${value.taskId}`] : [],
  );
}

/** How many steps the model has taken since somebody last spoke to it. */
function inTurn({ messages }: ModelRequest): number {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return 1 + since.filter(({ role }) => role === 'assistant').length;
}

/** A person, or a second worker, at a random moment. */
async function meddle(
  house: House,
  rootId: ThreadId,
  chance: () => number,
  agents: ReturnType<typeof team>,
): Promise<void> {
  const view = await house.view(rootId);
  const tasks = allTasks(view);
  const task = tasks[Math.floor(chance() * tasks.length)];
  const pick = chance();
  if (pick < 0.3) await answerAll(house);
  else if (pick < 0.45)
    await house.commands.sendMessage(house.wish(), { threadId: rootId, text: `by the way ${pick}` });
  else if (pick < 0.55 && task)
    await house.commands.sendMessage(house.wish(), { threadId: task.task.childThreadId, text: `to you ${pick}` });
  else if (pick < 0.6 && task) await house.commands.backgroundTask(house.wish(), { taskId: task.task.taskId });
  else if (pick < 0.68 && task) await house.commands.cancelTask(house.wish(), { taskId: task.task.taskId });
  else if (pick < 0.75 && task)
    await house.commands.retryTask(house.wish(), { taskId: task.task.taskId, instruction: `again ${pick}` });
  else if (pick < 0.9) await takeOver(house, task?.task.childThreadId ?? rootId);
  else if (pick < 0.92) await house.commands.cancelThread(house.wish(), { threadId: rootId });
  else if (pick < 0.99) await takeCare(house, rootId, chance);
  else agents.splice(0, 1, { ...(agents[0] ?? agent('boss')), version: (agents[0]?.version ?? 1) + 1 });
}

/** What a person does with the chat as a whole. */
async function takeCare(house: House, threadId: ThreadId, chance: () => number): Promise<void> {
  const { commands } = house;
  const pick = chance();
  const { thread } = await house.view(threadId);
  const messages = thread.items.filter((item) => item.type === 'message' && item.from === 'person');
  const message = messages[Math.floor(chance() * messages.length)];
  if (pick < 0.1) await commands.markRead(house.wish(), { threadId });
  else if (pick < 0.2) await commands.renameChat(house.wish(), { threadId, title: `chat ${pick}` });
  else if (pick < 0.4) await commands.pinChat(house.wish(), { threadId, isPinned: !thread.isPinned });
  else if (pick < 0.6) await commands.regenerate(house.wish(), { threadId });
  else if (pick < 0.8 && message?.type === 'message')
    await commands.editMessage(house.wish(), { threadId, messageId: message.messageId, text: `rather ${pick}` });
  else if (pick < 0.92) {
    await commands.stopChat(house.wish(), { threadId });
    if (pick < 0.86) await commands.sendMessage(house.wish(), { threadId, text: `meanwhile ${pick}` });
    await commands.resumeChat(house.wish(), { threadId });
  } else {
    await commands.deleteChat(house.wish(), { threadId });
    await commands.restoreChat(house.wish(), { threadId });
  }
}

async function answerAll(house: House): Promise<void> {
  for (const { questionId, kind } of await house.log.readModels.openQuestions(localWorkspaceId)) {
    if (kind === 'answer') await house.commands.answerQuestion(house.wish(), { questionId, answer: 'that' });
    else await decide(house, questionId);
  }
}

/** What has lapsed meanwhile is asked for again. */
async function decide(house: House, questionId: QuestionId): Promise<void> {
  const command = { questionId, verdict: verdictOn(questionId), reason: '' };
  const reply = await house.commands.answerApproval(house.wish(), command);
  if (reply.refusal?.code !== 'approval-lapsed') return;
  await house.commands.renewApproval(house.wish(), { questionId });
  await house.commands.answerApproval(house.wish(), command);
}

function verdictOn(questionId: string): Verdict {
  return Number.parseInt(hash(questionId), 36) % 3 === 0 ? 'refused' : 'approved';
}

/** As another worker would that takes this one for dead. */
async function takeOver(house: House, threadId: ThreadId): Promise<void> {
  const thread = await house.log.thread(localWorkspaceId, threadId);
  if (thread && isUnfinished(thread.status)) await recover({ log: house.log }, thread);
}

async function finishUp(house: House, rootId: ThreadId): Promise<void> {
  while (true) {
    await house.settled(rootId);
    const open = await house.log.readModels.openQuestions(localWorkspaceId);
    const { threads } = await house.tree(rootId);
    if (open.length === 0 && Object.values(threads).every((thread) => !isUnfinished(thread.status))) return;
    await answerAll(house);
    await wait(5);
  }
}
