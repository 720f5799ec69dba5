import assert from 'node:assert/strict';
import type { ThreadId } from '@retinue/protocol';
import { ApiError, agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { byAgent, byAttempts, bySteps, resultsOf } from '../../packages/server/src/models/script.ts';
import { barrier, call, fail, hang, say } from '../../packages/server/src/models/script-lines.ts';
import { agent, type HouseOptions, wait } from '../support/house.ts';
import { startReceiver } from '../support/receiver.ts';
import { toolFor } from '../support/scripts.ts';
import type { ServedHouse } from '../support/served.ts';
import { witnessTools } from '../support/witness-tools.ts';

/*
 * Everything that waits for a while: how the wait begins, how long it is, and how its end is seen. The tests change the
 * time of day in the middle, with and without a restart.
 */
export interface Subject {
  options: Omit<HouseOptions, 'replacements'> & { server?: Record<string, number> };
  begin(house: ServedHouse): Promise<Begun>;
}

export interface Begun extends Partial<AsyncDisposable> {
  waitMs: number;
  /** The earliest that it may end, where that is not the wait itself. */
  minMs?: number;
  /** Whether the wait is over; asked on the server that runs then. Once early, and from the due time on until it is. */
  isOver(house: ServedHouse): Promise<boolean>;
  /** What must hold once it is over. */
  afterwards?(house: ServedHouse): Promise<void>;
}

export const params = { workspaceId: localWorkspaceId };
const boss = agentIdOf('boss');
const dayMs = 86_400_000;

/** Subjects are made anew for every test: a script counts its steps. */
export const subjects: Record<string, () => Subject | Promise<Subject>> = {
  'a retry of a provider': () => ({
    options: {
      script: byAttempts([fail({ isOutage: true, retryAfterMs: 60_000 })], [say('back')]),
      agents: [agent('boss')],
    },
    async begin(house) {
      const chatId = await open(house);
      await until(async () => (await threadOf(house, chatId))?.retryAt != null);
      await wait(50); // its worker leaves, and its timer begins
      return {
        waitMs: 60_000,
        isOver: async (now) => (await threadOf(now, chatId))?.outcome?.result === 'back',
      };
    },
  }),

  'the purge of a deleted chat': () => ({
    options: { script: [say('Yes.')], agents: [agent('boss')] },
    async begin(house) {
      const chatId = await openIdle(house);
      await house.owner.deleteChat({ params: { ...params, chatId } });
      const isOver = async (now: ServedHouse) => (await threadOf(now, chatId)) === null;
      return { waitMs: 30_000, isOver };
    },
  }),

  'the lapse of an approval': () => {
    const { tools, seen } = witnessTools();
    return {
      options: { ...asking, tools, limits: { approvalLapseMs: 60_000 } },
      async begin(house) {
        const { place } = await openAsking(house);
        const lapsesAt = async (now: ServedHouse) =>
          (await now.owner.listQuestions({ params: place })).results[0]?.lapsesAt;
        const first = await lapsesAt(house);
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
    async begin(house) {
      const [early, late] = [await tokenOf(house), await tokenOf(house)];
      const tokens = [early, late];
      const isOver = async (now: ServedHouse) => (await exchange(now, tokens.shift() ?? late)) !== 200;
      return { waitMs: 15 * 60_000, isOver };
    },
  }),

  'a sign-in': () => ({
    options: { script: [], agents: [agent('boss')] },
    async begin(house) {
      const person = { id: 'ed', name: 'Ed', role: 'editor', workspaceIds: [localWorkspaceId] } as const;
      // One that is used is prolonged, so the early question is asked of another one.
      const [early, late] = [await house.signIn(person), await house.signIn(person)];
      const keys = [early];
      const isOver = async (now: ServedHouse) =>
        (await fetch(`${now.url}/api/sign-in`, { headers: keys.shift() ?? late })).status === 401;
      return { waitMs: 7 * dayMs, isOver };
    },
  }),

  'another attempt at a webhook delivery': async () => {
    const receiver = await startReceiver((_received, count) => (count === 1 ? 500 : 204));
    return {
      options: { script: [say('Yes.')], agents: [agent('boss')], allowedHosts: [receiver.host] },
      async begin(house) {
        const body = { url: receiver.url, triggers: ['on-user-message'], secret: 'a-secret-of-sixteen' };
        const { webhookId } = await house.owner.createWebhook({ params, body: body as never });
        await open(house);
        const deliveries = () => house.owner.listDeliveries({ params: { ...params, webhookId } });
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
    async begin(house) {
      const status = async (now: ServedHouse) =>
        (await fetch(`${now.url}/api/workspaces`, { headers: { authorization: `Bearer ${now.token}` } })).status;
      await until(async () => (await status(house)) === 429);
      return { waitMs: 30_000, isOver: async (now) => (await status(now)) === 200 };
    },
  }),

  'the silence of a model': () => ({
    options: { script: [say('Hm.'), hang()], agents: [agent('boss')], limits: { idleMs: 60_000 } },
    async begin(house) {
      const chatId = await open(house);
      await until(async () => (await threadOf(house, chatId))?.openStep != null);
      return { waitMs: 60_000, isOver: async (now) => (await threadOf(now, chatId))?.status === 'failed' };
    },
  }),

  'the time limit of a task': () => ({
    options: {
      script: bySteps([say('Hm.'), hang()], [say('late')]),
      agents: [agent('boss')],
      limits: { maxWorkMs: 60_000, idleMs: 3_600_000 },
    },
    async begin(house) {
      const chatId = await open(house);
      await until(async () => (await threadOf(house, chatId))?.openStep != null);
      return { waitMs: 60_000, isOver: async (now) => (await threadOf(now, chatId))?.outcome != null };
    },
  }),

  'the time limit of a tool': () => ({
    options: {
      script: bySteps([call('slow')], [say('late')]),
      agents: [agent('boss', { tools: ['slow'] })],
      tools: [toolFor('slow', () => new Promise(() => {}), { timeoutMs: 60_000 })],
    },
    async begin(house) {
      const chatId = await open(house);
      await until(async () => (await threadOf(house, chatId))?.openCalls.some(({ running }) => running) === true);
      return { waitMs: 60_000, isOver: async (now) => (await threadOf(now, chatId))?.outcome != null };
    },
  }),
};

/** Those whose wait is stored, so that a restart goes on with it. */
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

export async function openAsking(house: ServedHouse) {
  const chatId = await open(house);
  const ofChat = async () => {
    const { results } = await house.owner.listQuestions({ params: { ...params, chatId } });
    return results[0];
  };
  await until(async () => (await ofChat()) !== undefined);
  const question = (await ofChat()) ?? assert.fail('no question');
  return { place: { ...params, chatId, questionId: question.questionId } };
}

export async function open({ owner }: ServedHouse, text = 'go'): Promise<ThreadId> {
  return (await owner.openChat({ params, body: { agentId: boss, text } })).chatId;
}

export async function openIdle(house: ServedHouse, text = 'go'): Promise<ThreadId> {
  const chatId = await open(house, text);
  await until(async () => (await threadOf(house, chatId))?.status === 'idle');
  return chatId;
}

export function threadOf({ served }: ServedHouse, chatId: ThreadId) {
  return served.retinue.log.thread(localWorkspaceId, chatId);
}

/** In real time; what is asked for has been set in motion. */
export async function until(holds: () => Promise<boolean>, maxMs = 8000): Promise<void> {
  for (const end = performance.now() + maxMs; !(await holds()); ) {
    if (performance.now() > end) throw new Error('it does not come to hold');
    await wait(10);
  }
}

async function tokenOf({ served }: ServedHouse): Promise<string> {
  return (await served.signIns.makeSetUp())?.token ?? assert.fail('no link');
}

async function exchange({ owner }: ServedHouse, token: string): Promise<number> {
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
