import assert from 'node:assert/strict';
import type { Client, RouteName, Routes, ThreadId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId, routes } from '@retinue/protocol';
import { ask } from '../http/ask.ts';
import type { ServedApp } from './served-app.ts';
import { wait } from './test-app.ts';

const params = { workspaceId: localWorkspaceId };

/** The parts that a request of a route needs to have an effect. */
export interface Prepared {
  place?: Record<string, string>;
  query?: string;
  body?: unknown;
  /** Another request with the same key; only for routes with a body. */
  otherBody?: unknown;
}

type Status = 'idle' | 'active' | 'waiting_for_user';

/** A chat with this agent that has come to rest. */
export async function chatWith(owner: Client<Routes>, name: string, status: Status): Promise<ThreadId> {
  const { chatId } = await owner.openChat({ params, body: { agentId: agentIdOf(name), text: 'Go' } });
  while ((await owner.getChat({ params: { ...params, chatId } })).status !== status) await wait(5);
  return chatId;
}

/** A chat whose one task is in this state. */
export async function chatWithTask(owner: Client<Routes>, name: string, wanted: string) {
  const { chatId } = await owner.openChat({ params, body: { agentId: agentIdOf(name), text: 'Go' } });
  while (true) {
    const [task] = (await owner.listTasks({ params: { ...params, chatId } })).results;
    const [subAgent] = (await owner.listSubAgents({ params: { ...params, chatId } })).results;
    if (task?.status === wanted && subAgent) return { chatId, taskId: task.taskId, threadId: subAgent.threadId };
    await wait(5);
  }
}

export const newAgent = { name: 'New', model: { provider: 'scripted', id: 'scripted' } };
export const newSkill = { name: 'new-skill', description: 'New', content: 'Begin.' };
export const newProvider = { name: 'New', kind: 'openai' as const, key: 'k'.repeat(20) };
export const newWebhook = {
  url: 'https://retinue.invalid/',
  triggers: ['on-new-task' as const],
  secret: 's'.repeat(20),
  isEnabled: false,
};
const uiMessage = (text: string) => ({
  id: 'made-by-a-client',
  trigger: 'submit-message',
  agentId: 'agt_talker',
  messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text }] }],
});

/** Things that each route needs to have an effect. A POST route without an entry is one that the table exempts. */
export const preparations: Partial<Record<RouteName, (app: ServedApp) => Promise<Prepared>>> = {
  makeSetUpLink: async () => ({}),
  createWorkspace: async () => ({ body: { name: 'Second' }, otherBody: { name: 'Third' } }),
  createAgent: async () => ({ body: newAgent, otherBody: { ...newAgent, name: 'Newer' } }),
  createSkill: async () => ({ body: newSkill, otherBody: { ...newSkill, description: 'Other' } }),
  duplicateAgent: async () => ({ place: { agentId: 'agt_talker' } }),
  createProvider: async () => ({ body: newProvider, otherBody: { ...newProvider, name: 'Newer' } }),
  createWebhook: async () => ({ body: newWebhook, otherBody: { ...newWebhook, isEnabled: true } }),
  openChat: async () => ({
    body: { agentId: 'agt_talker', text: 'Hello' },
    otherBody: { agentId: 'agt_talker', text: 'Hello there' },
  }),
  importChat: async ({ owner }) => {
    const chatId = await chatWith(owner, 'talker', 'idle');
    const exported = await owner.exportChat({ params: { ...params, chatId } });
    const chat = await exported.json();
    return { body: { chat, isCopy: true }, otherBody: { chat, isCopy: false } };
  },
  restoreChat: async ({ owner }) => {
    const chatId = await chatWith(owner, 'talker', 'idle');
    await owner.deleteChat({ params: { ...params, chatId } });
    return { place: { chatId } };
  },
  sendMessage: async ({ owner }) => ({
    place: { chatId: await chatWith(owner, 'talker', 'idle') },
    body: { text: 'More' },
    otherBody: { text: 'Less' },
  }),
  editMessage: async ({ owner }) => {
    const chatId = await chatWith(owner, 'talker', 'idle');
    const { results } = await owner.listMessages({ params: { ...params, chatId } });
    const messageId = results.find(({ from }) => from === 'person')?.id ?? '';
    return { place: { chatId, messageId }, body: { text: 'More' }, otherBody: { text: 'Less' } };
  },
  regenerate: async ({ owner }) => ({ place: { chatId: await chatWith(owner, 'talker', 'idle') } }),
  cancelChat: async ({ owner }) => ({ place: { chatId: await chatWith(owner, 'hanger', 'active') } }),
  stopChat: async ({ owner }) => ({ place: { chatId: await chatWith(owner, 'hanger', 'active') } }),
  resumeChat: async ({ owner }) => {
    const chatId = await chatWith(owner, 'hanger', 'active');
    await owner.stopChat({ params: { ...params, chatId } });
    return { place: { chatId } };
  },
  cancelTask: async ({ owner }) => ({ place: await chatWithTask(owner, 'leader', 'running') }),
  retryTask: async ({ owner }) => ({
    place: await chatWithTask(owner, 'boss', 'failed'),
    body: { instruction: 'Try harder' },
    otherBody: { instruction: 'Try less' },
  }),
  backgroundTask: async ({ owner }) => ({ place: await chatWithTask(owner, 'leader', 'running') }),
  markRead: async ({ owner }) => {
    const place = { ...params, chatId: await chatWith(owner, 'teller', 'idle') };
    const asked = async () => (await owner.listQuestions({ params: place })).results[0]?.questionId;
    while (!(await asked())) await wait(5);
    const questionId = (await asked()) ?? assert.fail('nobody asks');
    await owner.answerQuestion({ params: { ...place, questionId }, body: { answer: 'This' } });
    while ((await owner.getChat({ params: place })).unread === 0) await wait(5);
    return { place: { chatId: place.chatId }, body: {}, otherBody: { throughSeq: 1 } };
  },
  steerSubAgent: async ({ owner }) => ({
    place: await chatWithTask(owner, 'leader', 'running'),
    body: { text: 'Left' },
    otherBody: { text: 'Right' },
  }),
  cancelSubAgent: async ({ owner }) => ({ place: await chatWithTask(owner, 'leader', 'running') }),
  answerQuestion: async ({ owner }) => {
    const chatId = await chatWith(owner, 'asker', 'waiting_for_user');
    const [question] = (await owner.listQuestions({ params: { ...params, chatId } })).results;
    const place = { chatId, questionId: question?.questionId ?? '' };
    return { place, body: { answer: 'This' }, otherBody: { answer: 'That' } };
  },
  answerApproval: async ({ owner }) => {
    const chatId = await chatWith(owner, 'mailer', 'waiting_for_user');
    const [question] = (await owner.listQuestions({ params: { ...params, chatId } })).results;
    const place = { chatId, questionId: question?.questionId ?? '' };
    return { place, body: { verdict: 'refused', reason: 'no' }, otherBody: { verdict: 'approved' } };
  },
  renewApproval: async ({ owner, served }) => {
    await served.retinue.workspaces.change({ workspaceId: localWorkspaceId }, { limits: { approvalLapseMs: 1 } });
    const chatId = await chatWith(owner, 'mailer', 'waiting_for_user');
    const [question] = (await owner.listQuestions({ params: { ...params, chatId } })).results;
    const { questionId, lapsesAt } = question ?? assert.fail('nobody asks');
    while (served.retinue.clock.now() < (lapsesAt ?? 0) + 5) await wait(1);
    return { place: { chatId, questionId } };
  },
  sendUiMessage: async () => ({ query: '?workspaceId=ws_local', body: uiMessage('Hi'), otherBody: uiMessage('Ho') }),
  stopUiStream: async ({ owner }) => ({ place: { chatId: await chatWith(owner, 'hanger', 'active') } }),
};

/** Sends requests of a route under keys. */
export function sender({ url, token }: ServedApp, name: RouteName, { place = {}, query = '' }: Prepared) {
  const { method, path } = routes[name];
  const filled = { ...params, ...place } as Record<string, string>;
  const target = path.replace(/\{(\w+)\}/g, (_, param: string) => filled[param] ?? '') + query;
  return (body: unknown, key: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
    ask(url, { method, path: target, headers: { ...headers, 'idempotency-key': key }, ...(body ? { body } : {}) });
}
