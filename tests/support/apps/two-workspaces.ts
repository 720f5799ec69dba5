import assert from 'node:assert/strict';
import type { RouteName, ThreadId, WorkspaceId } from '@retinue/protocol';
import { defaultApprovals, limitChangesSchema, localWorkspaceId, routes } from '@retinue/protocol';
import { z } from 'zod';
import type { Clock } from '../../../packages/server/src/ports/runtime/clock.ts';
import { readTool } from '../../../packages/server/src/tools/tools.ts';
import type { Script } from '../scripted/script.ts';
import { byAgent, bySteps } from '../scripted/script.ts';
import { call, hang, say } from '../scripted/script-lines.ts';
import type { ServedApp } from './served-app.ts';
import { openServed } from './served-app.ts';
import type { TestAppOptions } from './test-app.ts';
import { agent, wait } from './test-app.ts';

/** The ids of a chat that holds one of everything, and rests on a question of its own agent. */
export type Place = Record<string, string> & { workspaceId: WorkspaceId; chatId: ThreadId };

export interface TwoWorkspaces extends AsyncDisposable {
  app: ServedApp;
  /** Two chats of the first workspace and one of the second. */
  here: Place;
  beside: Place;
  elsewhere: Place;
}

const script: Script = byAgent({
  boss: bySteps(
    [say('I will ask.'), call('newTask', { task: 'Look it up', subAgentId: 'agt_worker' }), call('look', {})],
    [call('askUser', { question: 'Which one?' })],
    [say('Then that.')],
    [say('Yes.')],
  ),
  sleeper: [say('Zzz'), hang()],
  worker: bySteps([call('look', {})], [call('taskResult', { result: 'nothing', status: 'failed' })]),
});

/** Larger than the model's limit, so the full result is kept beside the log. */
const look = readTool({
  name: 'look',
  description: 'Looks',
  input: z.strictObject({}),
  run: () => `${Math.random()} ${'x'.repeat(100_000)}`,
});

export async function openTwoWorkspaces(clock?: Clock, store?: TestAppOptions['store']): Promise<TwoWorkspaces> {
  const app = await openServed({
    script,
    tools: [look],
    agents: [
      agent('orchestrator', { subAgents: ['worker'] }),
      agent('boss', { subAgents: ['worker'], tools: ['look', 'askUser'] }),
      agent('worker', { tools: ['look'] }),
      agent('sleeper'),
    ],
    ...(clock ? { replacements: { clock } } : {}),
    ...(store ? { store } : {}),
  });
  const { workspaceId } = await app.owner.createWorkspace({ body: { name: 'Second' } });
  return {
    app,
    here: await openPlace(app, localWorkspaceId),
    beside: await openPlace(app, localWorkspaceId),
    elsewhere: await openPlace(app, workspaceId),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

export async function openPlace({ owner }: ServedApp, workspaceId: WorkspaceId): Promise<Place> {
  await resumeWork(owner, workspaceId);
  const own = { name: 'Own', description: 'Is here only', systemPrompt: 'You are here.' };
  const common = { badge: { color: '#123456', icon: 'bot' }, model: { provider: 'scripted', id: 'scripted' } };
  const made = await owner.createAgent({
    params: { workspaceId },
    body: { ...own, ...common, name: `Own ${Math.random().toString(36).slice(2)}`, tools: ['look'] },
  });
  const provider = await owner.createProvider({
    params: { workspaceId },
    body: {
      name: `P ${Math.random().toString(36).slice(2)}`,
      kind: 'openai-compatible',
      baseUrl: 'https://retinue.invalid/v1',
    },
  });
  const { skillId } = await owner.createSkill({
    params: { workspaceId },
    body: { name: `s-${Math.random().toString(36).slice(2)}`, description: 'Own', content: 'Own.' },
  });
  const webhookId = await webhookIn(owner, workspaceId);
  const price = { provider: 'paid', modelId: 'clever' };
  await owner.setPrice({ params: { workspaceId, ...price }, body: { input: 1, output: 2 } });
  const { chatId } = await owner.openChat({ params: { workspaceId }, body: { agentId: 'agt_boss', text: 'Ask away' } });
  const params = { workspaceId, chatId };
  for (let tries = 0; (await owner.getChat({ params })).status !== 'waiting_for_user'; tries += 1) {
    assert.ok(tries < 3000, 'the chat never asked');
    await wait(10);
  }
  const [task] = (await owner.listTasks({ params, query: { type: 'agent' } })).results;
  const [subAgent] = (await owner.listSubAgents({ params })).results;
  const [question] = (await owner.listQuestions({ params })).results;
  const calls = (await owner.listToolCalls({ params })).results;
  const message = (await owner.listMessages({ params })).results.find(({ from }) => from === 'person');
  const looked = calls.find(({ toolName }) => toolName === 'look');
  return {
    ...params,
    threadId: subAgent?.threadId ?? '',
    taskId: task?.taskId ?? '',
    questionId: question?.questionId ?? '',
    messageId: message?.id ?? '',
    toolCallId: looked?.toolCallId ?? '',
    hash: looked?.resultHash ?? '',
    agentId: made.agentId,
    providerId: provider.providerId,
    skillId,
    webhookId,
    deliveryId: `dlv_${webhookId.slice(4)}_1`,
    ...price,
  };
}

/** A test that sends every request has stopped all work with some of them, and the next chat would never start. */
export async function resumeWork(owner: ServedApp['owner'], workspaceId: WorkspaceId): Promise<void> {
  await owner.resumeServer({});
  await owner.resumeWorkspace({ params: { workspaceId } });
  await owner.changeWorkspace({ params: { workspaceId }, body: settings });
}

/** Settings under which agents can delegate: random requests may have changed them. */
const limits = Object.fromEntries(Object.keys(limitChangesSchema.shape).map((name) => [name, null]));
const settings = { maxDepth: 3, approvals: defaultApprovals, deniedTools: [], limits };

/** A valid body for each route; a route that needs one and has none here fails the tests that go through the table. */
export function bodyFor(name: RouteName, { chatId }: Pick<Place, 'chatId'>): unknown {
  return 'body' in routes[name] ? (bodies[name] ?? bodies.sendUiMessage)(chatId) : undefined;
}

/** A workspace has a few at most, and hundreds of places are opened. */
async function webhookIn(owner: ServedApp['owner'], workspaceId: WorkspaceId) {
  const { results } = await owner.listWebhooks({ params: { workspaceId } });
  const made =
    results.length < 10
      ? await owner.createWebhook({
          params: { workspaceId },
          body: {
            url: 'https://retinue.invalid/',
            triggers: ['on-new-task'],
            secret: 's'.repeat(20),
            isEnabled: false,
          },
        })
      : results[0];
  return (made ?? assert.fail('no webhook')).webhookId;
}

const bodies: Partial<Record<RouteName, (chatId: string) => unknown>> & { sendUiMessage: (chatId: string) => unknown } =
  {
    proveServer: () => ({ nonce: 'x'.repeat(43) }),
    signIn: () => ({ token: 'x'.repeat(43) }),
    makeDownloadLink: () => ({ path: '/api/backup' }),
    createWorkspace: () => ({ name: 'Third' }),
    changeWorkspace: () => ({ name: 'Renamed' }),
    createAgent: () => ({
      name: 'New',
      description: 'Is new',
      badge: { color: '#123456', icon: 'bot' },
      model: { provider: 'scripted', id: 'scripted' },
      tools: [],
      systemPrompt: 'You are new.',
    }),
    createSkill: () => ({ name: 'new-skill', description: 'Is new', content: 'Begin.' }),
    changeSkill: () => ({ description: 'Changed' }),
    changeAgent: () => ({ description: 'Changed' }),
    createProvider: () => ({ name: 'New', kind: 'openai-compatible', baseUrl: 'https://retinue.invalid/v1' }),
    changeProvider: () => ({ name: 'Changed' }),
    testProvider: () => ({}),
    createWebhook: () => ({ url: 'https://retinue.invalid/', triggers: ['on-new-task'], secret: 's'.repeat(20) }),
    changeWebhook: () => ({ isEnabled: false }),
    setPrice: () => ({ input: 1, output: 2 }),
    openChat: () => ({ agentId: 'agt_boss', text: 'Hello' }),
    importChat: () => ({ chat: {}, isCopy: true }),
    changeChat: () => ({ title: 'Changed', isPinned: true }),
    sendMessage: () => ({ text: 'Hello' }),
    editMessage: () => ({ text: 'Hello again' }),
    retryTask: () => ({ instruction: null }),
    markRead: () => ({}),
    steerSubAgent: () => ({ text: 'Faster' }),
    answerQuestion: () => ({ answer: 'That one' }),
    answerApproval: () => ({ verdict: 'refused' }),
    sendUiMessage: (chatId) => ({
      id: chatId,
      trigger: 'submit-message',
      messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
    }),
  };

/** The path of a route with its names filled in. The routes for AI SDK clients take some of them in its query. */
export function pathFor(name: RouteName, place: Record<string, string>): string {
  const filled = routes[name].path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(place[param] ?? ''));
  if (name === 'search') return `${filled}?q=ask`;
  if (!routes[name].path.startsWith('/api/chat')) return filled;
  const query = new URLSearchParams({ workspaceId: place.workspaceId ?? '' });
  if (name === 'listUiMessages') query.set('threadId', place.chatId ?? '');
  return `${filled}?${query}`;
}
