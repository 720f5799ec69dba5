import { randomUUID } from 'node:crypto';
import type { Client, RequestOptions, Routes } from '@retinue/protocol';
import { ApiError, localWorkspaceId } from '@retinue/protocol';
import type { Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import { isUsageCode } from './refused.ts';
import { ServerGone } from './server-gone.ts';
import type { Wishes } from './workplace.ts';

interface Address {
  client: Client<Routes>;
  url: string;
  startCommand: string;
}

const workspaceId = localWorkspaceId;

/** The same wishes, to a server. */
export function wishesTo(address: Address): Wishes {
  const { client } = address;
  const done = async (ask: (options: RequestOptions) => Promise<unknown>): Promise<Failure | null> => {
    const reply = await askServer(address, ask);
    return 'failure' in reply ? reply.failure : null;
  };
  return {
    async openChat({ agentId, text, budget }) {
      const body = { agentId, text, budget };
      const reply = await askServer(address, (once) => client.openChat({ params: { workspaceId }, body }, once));
      return 'failure' in reply ? reply.failure : { threadId: reply.done.chatId };
    },
    sendMessage: (chatId, { threadId, text, budget }) =>
      done((once) =>
        threadId === chatId
          ? client.sendMessage({ params: { workspaceId, chatId }, body: { text, budget } }, once)
          : client.steerSubAgent({ params: { workspaceId, chatId, subAgentId: threadId }, body: { text } }, once),
      ),
    answerQuestion: (chatId, { questionId, answer }) =>
      done((once) => client.answerQuestion({ params: { workspaceId, chatId, questionId }, body: { answer } }, once)),
    answerApproval: (chatId, { questionId, ...body }) =>
      done((once) => client.answerApproval({ params: { workspaceId, chatId, questionId }, body }, once)),
    renewApproval: (chatId, { questionId }) =>
      done((once) => client.renewApproval({ params: { workspaceId, chatId, questionId } }, once)),
    cancelThread: (chatId, { threadId }) =>
      done((once) =>
        threadId === chatId
          ? client.cancelChat({ params: { workspaceId, chatId } }, once)
          : client.cancelSubAgent({ params: { workspaceId, chatId, subAgentId: threadId } }, once),
      ),
    cancelTask: (chatId, { taskId }) =>
      done((once) => client.cancelTask({ params: { workspaceId, chatId, taskId } }, once)),
    retryTask: (chatId, { taskId, instruction }) =>
      done((once) => client.retryTask({ params: { workspaceId, chatId, taskId }, body: { instruction } }, once)),
    backgroundTask: (chatId, { taskId }) =>
      done((once) => client.backgroundTask({ params: { workspaceId, chatId, taskId } }, once)),
    renameChat: (chatId, { title }) =>
      done((once) => client.changeChat({ params: { workspaceId, chatId }, body: { title } }, once)),
    deleteChat: (chatId) => done((once) => client.deleteChat({ params: { workspaceId, chatId } }, once)),
    stopChat: (chatId) => done((once) => client.stopChat({ params: { workspaceId, chatId } }, once)),
    resumeChat: (chatId) => done((once) => client.resumeChat({ params: { workspaceId, chatId } }, once)),
    async stopAll(scope) {
      const reply = await askServer(address, () =>
        scope === 'server' ? client.stopServer({}) : client.stopWorkspace({ params: { workspaceId } }),
      );
      return 'failure' in reply ? reply.failure : { canceled: reply.done.canceled };
    },
    resumeAll: (scope) =>
      done(() => (scope === 'server' ? client.resumeServer({}) : client.resumeWorkspace({ params: { workspaceId } }))),
    async stoppedBy() {
      const reply = await askServer(address, () => client.getStop({ params: { workspaceId } }));
      return 'failure' in reply ? null : (reply.done.stop?.scope ?? null);
    },
  };
}

/** Asks twice under one key when the connection breaks: whether the first has arrived is not known, and need not be. */
export async function askServer<Done>(
  { url, startCommand }: Omit<Address, 'client'>,
  ask: (options: RequestOptions) => Promise<Done>,
): Promise<{ done: Done } | { failure: Failure }> {
  const once = { idempotencyKey: randomUUID() };
  for (const isLast of [false, true]) {
    try {
      return { done: await ask(once) };
    } catch (error) {
      if (error instanceof ApiError) return { failure: failureOf(error) };
      if (isLast) throw new ServerGone(url, startCommand);
    }
  }
  throw new ServerGone(url, startCommand);
}

/** A refusal has the same words and the same exit code as here. */
function failureOf({ code, message }: ApiError): Failure {
  return { code: isUsageCode(code) ? exitCodes.wrongUsage : exitCodes.failed, words: message };
}
