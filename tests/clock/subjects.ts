import assert from 'node:assert/strict';
import type { ThreadId } from '@retinue/protocol';
import { ApiError, agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { accepted } from '../support/apps/replies.ts';
import type { ServedApp } from '../support/apps/served-app.ts';
import { agent, type TestAppOptions, wait } from '../support/apps/test-app.ts';
import { startReceiver } from '../support/http/receiver.ts';
import { toolFor } from '../support/models/scripts.ts';
import { byAgent, byAttempts, bySteps, resultsOf } from '../support/scripted/script.ts';
import { barrier, call, fail, hang, say } from '../support/scripted/script-lines.ts';
import { witnessTools } from '../support/tools/witness-tools.ts';

/*
 * Everything that waits for a while: the start of the wait, its length, and the sign of its end. The tests change the
 * time of day in the middle, with and without a restart.
 */
export interface Subject {
  options: Omit<TestAppOptions, 'replacements'> & { server?: Record<string, number> };
  begin(app: ServedApp): Promise<Begun>;
}

export interface Begun extends Partial<AsyncDisposable> {
  waitMs: number;
  /** The earliest end, if it is not the wait itself. */
  minMs?: number;
  /**
   * Whether the wait is over; checked on the server that runs then. Once early, and from the due time on until it is.
   */
  isOver(app: ServedApp): Promise<boolean>;
  /** A condition that must hold once it is over. */
  afterwards?(app: ServedApp): Promise<void>;
}

export const params = { workspaceId: localWorkspaceId };
const boss = agentIdOf('boss');
const dayMs = 86_400_000;

/** Subjects are created for every test: a script counts its steps. */
export const subjects: Record<string, () => Subject | Promise<Subject>> = {
  'a retry of a provider': () => ({
    options: {
      script: byAttempts([fail({ isOutage: true, retryAfterMs: 60_000 })], [say('back')]),
      agents: [agent('boss')],
    },
    async begin(app) {
      const chatId = await open(app);
      await until(async () => (await threadOf(app, chatId))?.retryAt != null);
      await wait(50); // Its worker stops, and its timer starts.
      return {
        waitMs: 60_000,
        isOver: async (now) => (await threadOf(now, chatId))?.outcome?.result === 'back',
      };
    },
  }),

  'the purge of a deleted chat': () => ({
    options: { script: [say('Yes.')], agents: [agent('boss')] },
    async begin(app) {
      const chatId = await openIdle(app);
      await app.owner.deleteChat({ params: { ...params, chatId } });
      const isOver = async (now: ServedApp) => (await threadOf(now, chatId)) === null;
      return { waitMs: 30_000, isOver };
    },
  }),

  'the lapse of an approval': () => {
    const { tools, seen } = witnessTools();
    return {
      options: { ...asking, tools, limits: { approvalLapseMs: 60_000 } },
      async begin(app) {
        const { place } = await openAsking(app);
        const lapsesAt = async (now: ServedApp) =>
          (await now.owner.listQuestions({ params: place })).results[0]?.lapsesAt;
        const first = await lapsesAt(app);
        return {
          waitMs: 60_000,
          // One that has not lapsed is left as it is.
          async isOver(now) {
            await now.owner.renewApproval({ params: place });
            return (await lapsesAt(now)) !== first;
          },
          async afterwards(now) {
            await now.owner.answerApproval({ params: place, body: { verdict: 'approved' } });
            await until(async () => (await threadOf(now, place.chatId))?.status === 'idle');
            assert.equal(seen.length, 1, 'what was approved in time runs');
          },
        };
      },
    };
  },

  'a set-up link': () => ({
    options: { script: [], agents: [agent('boss')] },
    async begin(app) {
      const [early, late] = [await tokenOf(app), await tokenOf(app)];
      const tokens = [early, late];
      const isOver = async (now: ServedApp) => (await exchange(now, tokens.shift() ?? late)) !== 200;
      return { waitMs: 15 * 60_000, isOver };
    },
  }),

  'a sign-in': () => ({
    options: { script: [], agents: [agent('boss')] },
    async begin(app) {
      const person = { id: 'ed', name: 'Ed', role: 'editor', workspaceIds: [localWorkspaceId] } as const;
      // Use prolongs a sign-in, so the early check uses another one.
      const [early, late] = [await app.signIn(person), await app.signIn(person)];
      const keys = [early];
      const isOver = async (now: ServedApp) =>
        (await fetch(`${now.url}/api/sign-in`, { headers: keys.shift() ?? late })).status === 401;
      return { waitMs: 7 * dayMs, isOver };
    },
  }),

  'another attempt at a webhook delivery': async () => {
    const receiver = await startReceiver((_received, count) => (count === 1 ? 500 : 204));
    return {
      options: { script: [say('Yes.')], agents: [agent('boss')], allowedHosts: [receiver.host] },
      async begin(app) {
        const body = { url: receiver.url, triggers: ['on-user-message'], secret: 'a-secret-of-sixteen' };
        const { webhookId } = await app.owner.createWebhook({ params, body: body as never });
        await open(app);
        const deliveries = () => app.owner.listDeliveries({ params: { ...params, webhookId } });
        await until(async () => (await deliveries()).results[0]?.tries === 1);
        return {
          // 5 s, up to a fifth more or less.
          waitMs: 6000,
          minMs: 3000,
          isOver: async () => receiver.received.length > 1,
          [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
        };
      },
    };
  },

  'too many requests': () => ({
    options: { script: [], agents: [agent('boss')], server: { requestsPerMinute: 2 } },
    async begin(app) {
      const status = async (now: ServedApp) =>
        (await fetch(`${now.url}/api/workspaces`, { headers: { authorization: `Bearer ${now.token}` } })).status;
      await until(async () => (await status(app)) === 429);
      return { waitMs: 30_000, isOver: async (now) => (await status(now)) === 200 };
    },
  }),

  'the silence of a model': () => ({
    options: { script: [say('Hm.'), hang()], agents: [agent('boss')], limits: { idleMs: 60_000 } },
    async begin(app) {
      const chatId = await open(app);
      await until(async () => (await threadOf(app, chatId))?.openStep != null);
      return { waitMs: 60_000, isOver: async (now) => (await threadOf(now, chatId))?.status === 'failed' };
    },
  }),

  'the time limit of a task': () => ({
    options: {
      script: bySteps([say('Hm.'), hang()], [say('late')]),
      agents: [agent('boss')],
      limits: { maxWorkMs: 60_000, idleMs: 3_600_000 },
    },
    async begin(app) {
      const chatId = await open(app);
      await until(async () => (await threadOf(app, chatId))?.openStep != null);
      return { waitMs: 60_000, isOver: async (now) => (await threadOf(now, chatId))?.outcome != null };
    },
  }),

  'the time limit of a tool': () => ({
    options: {
      script: bySteps([call('slow')], [say('late')]),
      agents: [agent('boss', { tools: ['slow'] })],
      tools: [toolFor('slow', () => new Promise(() => {}), { timeoutMs: 60_000 })],
    },
    async begin(app) {
      const chatId = await open(app);
      await until(async () => (await threadOf(app, chatId))?.openCalls.some(({ running }) => running) === true);
      return { waitMs: 60_000, isOver: async (now) => (await threadOf(now, chatId))?.outcome != null };
    },
  }),
};

/** Those with a stored wait, so that a restart continues it. */
export const storedSubjects = [
  'a retry of a provider',
  'the purge of a deleted chat',
  'the lapse of an approval',
  'a set-up link',
  'a sign-in',
  'another attempt at a webhook delivery',
];

export const asking = {
  script: byAgent({
    boss: (request) => (resultsOf(request).length === 0 ? [call('mail', { to: 'them' })] : [say('Sent.')]),
  }),
  agents: [agent('boss', { tools: ['mail'] })],
};

export async function openAsking(app: ServedApp) {
  const chatId = await open(app);
  const ofChat = async () => {
    const { results } = await app.owner.listQuestions({ params: { ...params, chatId } });
    return results[0];
  };
  await until(async () => (await ofChat()) !== undefined);
  const question = (await ofChat()) ?? assert.fail('no question');
  return { place: { ...params, chatId, questionId: question.questionId } };
}

export async function open({ owner }: ServedApp, text = 'go'): Promise<ThreadId> {
  return (await owner.openChat({ params, body: { agentId: boss, text } })).chatId;
}

export async function openIdle(app: ServedApp, text = 'go'): Promise<ThreadId> {
  const chatId = await open(app, text);
  await until(async () => (await threadOf(app, chatId))?.status === 'idle');
  return chatId;
}

export function threadOf({ served }: ServedApp, chatId: ThreadId) {
  return served.retinue.log.thread(localWorkspaceId, chatId);
}

/** In real time; requested work has been started. */
export async function until(holds: () => Promise<boolean>, maxMs = 8000): Promise<void> {
  for (const end = performance.now() + maxMs; !(await holds()); ) {
    if (performance.now() > end) throw new Error('it does not come to hold');
    await wait(10);
  }
}

async function tokenOf({ served }: ServedApp): Promise<string> {
  return accepted(await served.signIns.makeSetUp()).token;
}

async function exchange({ owner }: ServedApp, token: string): Promise<number> {
  try {
    await owner.signIn({ body: { token } });
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

export const heldReader = {
  script: byAgent({
    boss: (request: Parameters<typeof resultsOf>[0]) =>
      resultsOf(request).length === 0
        ? [call('newTask', { task: 'read it', subAgentId: 'agt_worker' })]
        : [say('Read.')],
    worker: bySteps([call('read', { page: 1 })], [barrier('first'), call('read', { page: 2 })], [barrier('second')]),
  }),
  agents: [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['read'] })],
  tools: [toolFor('read', async ({ page = 0 }) => `page ${page} ${'x'.repeat(20_000)}`, { effect: 'read' })],
};
