import assert from 'node:assert/strict';
import type {
  Actor,
  AgentId,
  Budget,
  MessageId,
  QuestionId,
  Refusal,
  TaskId,
  ThreadId,
  WorkspaceId,
} from '@retinue/protocol';
import { isRefusal } from '@retinue/protocol';
import { cancelChat } from '../../../packages/server/src/commands/chats/cancel-chat.ts';
import { changeChat } from '../../../packages/server/src/commands/chats/change-chat.ts';
import { deleteChat } from '../../../packages/server/src/commands/chats/delete-chat.ts';
import { markRead } from '../../../packages/server/src/commands/chats/mark-read.ts';
import { openChat } from '../../../packages/server/src/commands/chats/open-chat.ts';
import { restoreChat } from '../../../packages/server/src/commands/chats/restore-chat.ts';
import { editMessage } from '../../../packages/server/src/commands/messages/edit-message.ts';
import { regenerate } from '../../../packages/server/src/commands/messages/regenerate.ts';
import { sendMessage } from '../../../packages/server/src/commands/messages/send-message.ts';
import { answerApproval } from '../../../packages/server/src/commands/questions/answer-approval.ts';
import { answerQuestion } from '../../../packages/server/src/commands/questions/answer-question.ts';
import { renewApproval } from '../../../packages/server/src/commands/questions/renew-approval.ts';
import { settleStops, stopAll } from '../../../packages/server/src/commands/settle-stops.ts';
import { resumeChat } from '../../../packages/server/src/commands/stops/resume-chat.ts';
import { stopChat } from '../../../packages/server/src/commands/stops/stop-chat.ts';
import { backgroundTask } from '../../../packages/server/src/commands/tasks/background-task.ts';
import { cancelSubAgent } from '../../../packages/server/src/commands/tasks/cancel-sub-agent.ts';
import { cancelTask } from '../../../packages/server/src/commands/tasks/cancel-task.ts';
import { retryTask } from '../../../packages/server/src/commands/tasks/retry-task.ts';
import { steerSubAgent } from '../../../packages/server/src/commands/tasks/steer-sub-agent.ts';
import type { Retinue } from '../../../packages/server/src/main.ts';
import type { StopScope } from '../../../packages/server/src/ports/engine/stops.ts';
import type { AppServices } from '../../../packages/server/src/ports/operations/app-services.ts';
import type { CommandContext, RequestContext } from '../../../packages/server/src/ports/operations/operation.ts';

/** Input of each command of a test. Those on tasks and questions are found in whichever chat they belong to. */
export interface CommandInputs {
  openChat: { agentId: AgentId; text: string; threadId?: ThreadId; budget?: Budget | undefined };
  sendMessage: { threadId: ThreadId; text: string; budget?: Budget | undefined };
  answerQuestion: { questionId: QuestionId; answer: string };
  answerApproval: { questionId: QuestionId; verdict: 'approved' | 'refused'; reason: string; argsHash?: string };
  renewApproval: { questionId: QuestionId };
  cancelThread: { threadId: ThreadId };
  cancelTask: { taskId: TaskId };
  retryTask: { taskId: TaskId; instruction: string | null };
  backgroundTask: { taskId: TaskId };
  markRead: { threadId: ThreadId; throughSeq?: number };
  renameChat: { threadId: ThreadId; title: string };
  pinChat: { threadId: ThreadId; isPinned: boolean };
  deleteChat: { threadId: ThreadId };
  restoreChat: { threadId: ThreadId };
  editMessage: { threadId: ThreadId; messageId: MessageId; text: string; budget?: Budget | undefined };
  regenerate: { threadId: ThreadId };
  stopChat: { threadId: ThreadId };
  resumeChat: { threadId: ThreadId };
}

type InThread = { threadId: ThreadId };
export type CommandReply<Done = object> = { refusal: null; done: Done } | { refusal: Refusal };
type DoneBy<Input> = Input extends InThread | { agentId: AgentId } ? InThread : { taskId?: string };

export type Commands = {
  [Name in keyof CommandInputs]: (
    context: CommandContext,
    input: CommandInputs[Name],
  ) => Promise<CommandReply<DoneBy<CommandInputs[Name]>>>;
} & {
  stopAll(context: { actor: Actor }, scope: StopScope): Promise<{ canceled: number }>;
  resumeAll(scope: StopScope): Promise<void>;
  settleStops(): Promise<void>;
};

/** The commands of a product without a listener. */
export function commandsOf(retinue: Retinue): Commands {
  const unused = () => assert.fail('these tests do not ask for it');
  const services = {
    ...retinue,
    verify: unused,
    backUp: unused,
    importChat: unused,
    listJobs: unused,
    canWrite: async () => true,
  };
  return {
    async openChat(context, { threadId, ...body }) {
      const reply = await openChat.run({ ...given(services, context, threadId), body });
      return isRefusal(reply) ? { refusal: reply } : { refusal: null, done: { threadId: reply.chatId } };
    },
    async sendMessage(context, { threadId, ...body }) {
      const chatId = await rootOf(retinue, context.workspaceId, threadId);
      const request = { ...given(services, context), body };
      const params = { workspaceId: context.workspaceId, chatId };
      return chatId === threadId
        ? replied(sendMessage.run({ ...request, params }), threadId)
        : replied(steerSubAgent.run({ ...request, params: { ...params, threadId } }), threadId);
    },
    async cancelThread(context, { threadId }) {
      const chatId = await rootOf(retinue, context.workspaceId, threadId);
      const request = given(services, context);
      const params = { workspaceId: context.workspaceId, chatId };
      return chatId === threadId
        ? replied(cancelChat.run({ ...request, params }), threadId)
        : replied(cancelSubAgent.run({ ...request, params: { ...params, threadId } }), threadId);
    },
    ...chatCommands(services),
    ...taskCommands(services),
    ...questionCommands(services),
    stopAll: ({ actor }, scope) => stopAll(services, actor, scope),
    resumeAll: (scope) => retinue.stops.remove(scope),
    settleStops: () => settleStops(services),
  };
}

function chatCommands(services: AppServices) {
  const inChat = (context: CommandContext, chatId: ThreadId) => ({
    ...given(services, context),
    params: { workspaceId: context.workspaceId, chatId },
  });
  return {
    markRead: (context, { threadId, throughSeq }) =>
      replied(markRead.run({ ...inChat(context, threadId), body: { throughSeq } }), threadId),
    renameChat: (context, { threadId, title }) =>
      replied(changeChat.run({ ...inChat(context, threadId), body: { title } }), threadId),
    pinChat: (context, { threadId, isPinned }) =>
      replied(changeChat.run({ ...inChat(context, threadId), body: { isPinned } }), threadId),
    deleteChat: (context, { threadId }) => replied(deleteChat.run(inChat(context, threadId)), threadId),
    restoreChat: (context, { threadId }) => replied(restoreChat.run(inChat(context, threadId)), threadId),
    editMessage(context, { threadId, messageId, ...body }) {
      const { params, ...request } = inChat(context, threadId);
      return replied(editMessage.run({ ...request, params: { ...params, messageId }, body }), threadId);
    },
    regenerate: (context, { threadId }) => replied(regenerate.run(inChat(context, threadId)), threadId),
    stopChat: (context, { threadId }) => replied(stopChat.run(inChat(context, threadId)), threadId),
    resumeChat: (context, { threadId }) => replied(resumeChat.run(inChat(context, threadId)), threadId),
  } satisfies Partial<Commands>;
}

function taskCommands(services: AppServices) {
  const ofTask = async (context: CommandContext, taskId: TaskId) => {
    const row = await services.log.readModels.findTask(context.workspaceId, taskId);
    const params = { workspaceId: context.workspaceId, chatId: row?.rootId ?? services.ids.thread(), taskId };
    return { ...given(services, context), params };
  };
  return {
    cancelTask: async (context, { taskId }) => replied(cancelTask.run(await ofTask(context, taskId))),
    backgroundTask: async (context, { taskId }) => replied(backgroundTask.run(await ofTask(context, taskId))),
    retryTask: async (context, { taskId, ...body }) =>
      replied(retryTask.run({ ...(await ofTask(context, taskId)), body })),
  } satisfies Partial<Commands>;
}

function questionCommands(services: AppServices) {
  const ofQuestion = async (context: CommandContext, questionId: QuestionId) => {
    const row = await services.log.readModels.findQuestion(context.workspaceId, questionId);
    const params = { workspaceId: context.workspaceId, chatId: row?.rootId ?? services.ids.thread(), questionId };
    return { ...given(services, context), params };
  };
  return {
    answerQuestion: async (context, { questionId, ...body }) =>
      replied(answerQuestion.run({ ...(await ofQuestion(context, questionId)), body })),
    answerApproval: async (context, { questionId, ...body }) =>
      replied(answerApproval.run({ ...(await ofQuestion(context, questionId)), body })),
    renewApproval: async (context, { questionId }) => replied(renewApproval.run(await ofQuestion(context, questionId))),
  } satisfies Partial<Commands>;
}

function given(services: AppServices, from: CommandContext, newChatId?: ThreadId) {
  const upload = { maxBytes: 0, pieces: () => assert.fail('no command of these tests reads a file') };
  const beside = { position: 0, isMember: () => true, touchChat: () => {}, upload };
  const context: RequestContext = { ...from, ...beside, ...(newChatId && { newChatId }) };
  return { services, context, params: { workspaceId: from.workspaceId } };
}

async function rootOf({ log }: Retinue, workspaceId: WorkspaceId, threadId: ThreadId): Promise<ThreadId> {
  return (await log.thread(workspaceId, threadId))?.rootId ?? threadId;
}

async function replied(running: Promise<object>): Promise<CommandReply>;
async function replied(running: Promise<object>, threadId: ThreadId): Promise<CommandReply<InThread>>;
async function replied(running: Promise<object>, threadId?: ThreadId): Promise<CommandReply> {
  const reply = await running;
  return isRefusal(reply) ? { refusal: reply } : { refusal: null, done: threadId ? { threadId } : reply };
}
