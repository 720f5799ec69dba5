import type { LogEvent, QuestionId, ThreadId, Verdict } from '@retinue/protocol';
import { hash, isUnfinished, localWorkspaceId } from '@retinue/protocol';
import { recover } from '../../../packages/server/src/engine/recovery/recover.ts';
import type { Json, ModelRequest } from '../../../packages/server/src/ports/engine/model.ts';
import type { Tool } from '../../../packages/server/src/ports/engine/tool.ts';
import type { TestApp } from '../apps/test-app.ts';
import { agent, allTasks, openTestApp, wait } from '../apps/test-app.ts';
import { goOn, newTask, toolFor } from '../models/scripts.ts';
import type { Script } from '../scripted/script.ts';
import { inputsOf, resultsOf } from '../scripted/script.ts';
import type { Line } from '../scripted/script-lines.ts';
import { call, callText, fail, finish, pause, say, think, together } from '../scripted/script-lines.ts';
import { seededRandom } from './seeded-random.ts';

/** A log of the real engine with random models, tools and people, as it was stored and as it was watched. */
export async function writeRandomLog(
  seed: number,
  watch: (app: TestApp, rootId: ThreadId) => Promise<void> = async () => undefined,
): Promise<{ stored: LogEvent[]; watched: LogEvent[]; findings: string[] }> {
  const random = seededRandom(seed);
  const agents = team(1);
  await using app = await openTestApp({
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
  const watched: LogEvent[] = [];
  using _subscription = app.log.subscribe(({ events }) => watched.push(...events));
  const rootId = await app.open(`chat ${seed}`);
  const watching = watch(app, rootId);
  app.retinue.start();
  for (let move = 0; move < 14; move += 1) {
    await wait(random() * 12);
    await meddle(app, rootId, random, agents);
    if (move === 6) await addRareEvent(app, rootId, seed, agents);
  }
  await finishUp(app, rootId);
  await app.commands.markRead(app.context(), { threadId: rootId });
  await watching;
  const stored = await app.events(rootId);
  const last = stored.at(-1)?.position ?? 0;
  const findings = await app.findings();
  // A stopped tool may still report after the last look.
  return { stored, watched: watched.filter((event) => event.rootId === rootId && event.position <= last), findings };
}

const team = (version: number) => [
  agent('boss', { subAgents: ['worker', 'clerk'], tools: ['look', 'put', 'act', 'askUser'], version }),
  { ...agent('worker', { subAgents: ['clerk'], tools: ['look', 'act', 'askUser'] }), answersQuestions: true },
  { ...agent('clerk', { tools: ['look', 'put', 'send', 'askUser'] }), resultSchema: { type: 'string', maxLength: 9 } },
];

function randomTool(name: string, effect: 'read' | 'idempotent' | 'unsafe') {
  const run = async (args: Record<string, unknown>) => {
    const random = seededRandom(Number.parseInt(hash(JSON.stringify(args)), 36) | 0);
    await wait(random() * (effect === 'unsafe' ? 40 : 15));
    if (random() < 0.2) throw new Error(`${name} is out of order`);
    return { seen: Math.floor(random() * 1000) };
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
    const random = seededRandom(Number.parseInt(key, 36) | 0);
    if (request.tools.some(({ name }) => name === 'passOn')) return [pause(random() * 6), consultation(random)];
    const lines = request.place.kind === 'compaction' ? randomSummary(random) : randomLines(request, random, step);
    return [say('Let me ', 'see. '), pause(random() * 6), ...lines];
  };
}

function randomLines(request: ModelRequest, random: () => number, step: number): Line[] {
  const offered = new Set(request.tools.map(({ name }) => name));
  const pick = random();
  if (offered.has('newTask') && inTurn(request) <= 2 && pick < 0.45) return [delegation(request, random)];
  if (pick < 0.6)
    return [
      think('hm'),
      together(
        ...['look', 'put', 'act', 'send']
          .filter((name) => offered.has(name))
          .map((name) => call(name, { round: Math.floor(random() * 99) })),
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
        result: `done at ${step}${random() < 0.3 ? ', with more' : ''}`,
        status: random() < 0.8 ? 'success' : 'error',
      }),
    ];
  return [say(`All said: ${resultsOf(request).length}`)];
}

function randomSummary(random: () => number): Line[] {
  const pick = random();
  if (pick < 0.6) return [say('This is how it was.')];
  if (pick < 0.75) return [fail({ message: 'refused', retryable: false, isTooLong: pick < 0.7 })];
  return pick < 0.9 ? [fail({ message: 'overloaded', retryable: true, retryAfterMs: 1 })] : [finish('content-filter')];
}

/** A parent's reply to a child's question. */
function consultation(random: () => number): Line {
  if (random() < 0.4) return call('answerQuestion', { answer: 'this' });
  return random() < 0.7 ? call('passOn', {}) : say('I wonder.');
}

function delegation(request: ModelRequest, random: () => number): Line {
  const targets = ['worker', 'clerk'].filter((name) =>
    request.tools.some(({ description }) => description.includes(`agt_${name} `)),
  );
  const count = 1 + Math.floor(random() * 3);
  const known = tasksIn(request);
  return together(
    ...Array.from({ length: count }, (_, index) => {
      const task = `part ${index} of ${request.place.step}, ${random().toFixed(3)}`;
      const earlier = known[Math.floor(random() * known.length)];
      const terms = randomTerms(random, known);
      if (earlier && random() < 0.5) return goOn(earlier, task, terms);
      return newTask(targets[index % targets.length] ?? 'nobody', task, terms);
    }),
  );
}

function randomTerms(random: () => number, known: readonly string[]): Record<string, Json> {
  return {
    ...(random() < 0.3 ? { background: true } : {}),
    ...(random() < 0.3 ? { context: { messages: [1 + Math.floor(random() * 2)], results: known.slice(0, 1) } } : {}),
  };
}

/** Its own tasks, as its calls were answered. */
function tasksIn(request: ModelRequest): string[] {
  const results = request.messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
  return results.flatMap(({ value }) =>
    value && typeof value === 'object' && 'taskId' in value ? [`${value.taskId}`] : [],
  );
}

/** Number of the model's steps since the last message to it. */
function inTurn({ messages }: ModelRequest): number {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return 1 + since.filter(({ role }) => role === 'assistant').length;
}

/** A person, or a second worker, at a random moment. */
async function meddle(
  app: TestApp,
  rootId: ThreadId,
  random: () => number,
  agents: ReturnType<typeof team>,
): Promise<void> {
  const view = await app.view(rootId);
  const tasks = allTasks(view);
  const task = tasks[Math.floor(random() * tasks.length)];
  const pick = random();
  if (pick < 0.3) await answerAll(app);
  else if (pick < 0.45) await app.commands.sendMessage(app.context(), { threadId: rootId, text: `by the way ${pick}` });
  else if (pick < 0.55 && task)
    await app.commands.sendMessage(app.context(), { threadId: task.task.childThreadId, text: `to you ${pick}` });
  else if (pick < 0.6 && task) await app.commands.backgroundTask(app.context(), { taskId: task.task.taskId });
  else if (pick < 0.68 && task) await app.commands.cancelTask(app.context(), { taskId: task.task.taskId });
  else if (pick < 0.75 && task)
    await app.commands.retryTask(app.context(), { taskId: task.task.taskId, instruction: `again ${pick}` });
  else if (pick < 0.9) await takeOver(app, task?.task.childThreadId ?? rootId);
  else if (pick < 0.92) await app.commands.cancelThread(app.context(), { threadId: rootId });
  else if (pick < 0.99) await takeCare(app, rootId, random);
  else changeBoss(agents);
}

function changeBoss(agents: ReturnType<typeof team>): void {
  agents.splice(0, 1, { ...(agents[0] ?? agent('boss')), version: (agents[0]?.version ?? 1) + 1 });
}

/** Picked by the seed, so that a few logs in a row hold every event that comes rarely at random. */
async function addRareEvent(
  app: TestApp,
  threadId: ThreadId,
  seed: number,
  agents: ReturnType<typeof team>,
): Promise<void> {
  const pick = seed % 4;
  if (pick === 1) await app.commands.renameChat(app.context(), { threadId, title: `chat ${seed} again` });
  if (pick === 2) {
    await app.commands.deleteChat(app.context(), { threadId });
    await app.commands.restoreChat(app.context(), { threadId });
  }
  if (pick === 3) changeBoss(agents);
}

/** A person's actions on the chat as a whole. */
async function takeCare(app: TestApp, threadId: ThreadId, random: () => number): Promise<void> {
  const { commands } = app;
  const pick = random();
  const { thread } = await app.view(threadId);
  const messages = thread.items.filter((item) => item.type === 'message' && item.from === 'person');
  const message = messages[Math.floor(random() * messages.length)];
  if (pick < 0.1) await commands.markRead(app.context(), { threadId });
  else if (pick < 0.2) await commands.renameChat(app.context(), { threadId, title: `chat ${pick}` });
  else if (pick < 0.4) await commands.pinChat(app.context(), { threadId, isPinned: !thread.isPinned });
  else if (pick < 0.6) await commands.regenerate(app.context(), { threadId });
  else if (pick < 0.8 && message?.type === 'message')
    await commands.editMessage(app.context(), { threadId, messageId: message.messageId, text: `rather ${pick}` });
  else if (pick < 0.92) {
    await commands.stopChat(app.context(), { threadId });
    if (pick < 0.86) await commands.sendMessage(app.context(), { threadId, text: `meanwhile ${pick}` });
    await commands.resumeChat(app.context(), { threadId });
  } else {
    await commands.deleteChat(app.context(), { threadId });
    await commands.restoreChat(app.context(), { threadId });
  }
}

async function answerAll(app: TestApp): Promise<void> {
  for (const { questionId, kind } of await app.log.readModels.openQuestions(localWorkspaceId)) {
    if (kind === 'answer') await app.commands.answerQuestion(app.context(), { questionId, answer: 'that' });
    else await decide(app, questionId);
  }
}

/** Lapsed approvals are requested again. */
async function decide(app: TestApp, questionId: QuestionId): Promise<void> {
  const command = { questionId, verdict: verdictOn(questionId), reason: '' };
  const reply = await app.commands.answerApproval(app.context(), command);
  if (reply.refusal?.code !== 'approval-lapsed') return;
  await app.commands.renewApproval(app.context(), { questionId });
  await app.commands.answerApproval(app.context(), command);
}

function verdictOn(questionId: string): Verdict {
  return Number.parseInt(hash(questionId), 36) % 3 === 0 ? 'refused' : 'approved';
}

/** As another worker that treats this one as dead. */
async function takeOver(app: TestApp, threadId: ThreadId): Promise<void> {
  const thread = await app.log.thread(localWorkspaceId, threadId);
  if (thread && isUnfinished(thread.status)) await recover({ log: app.log }, thread);
}

async function finishUp(app: TestApp, rootId: ThreadId): Promise<void> {
  while (true) {
    await app.settled(rootId);
    const open = await app.log.readModels.openQuestions(localWorkspaceId);
    const { threads } = await app.tree(rootId);
    if (open.length === 0 && Object.values(threads).every((thread) => !isUnfinished(thread.status))) return;
    await answerAll(app);
    await wait(5);
  }
}
