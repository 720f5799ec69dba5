import type { QuestionId, TaskId, ThreadId, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { messagesOf } from '../../projections/messages.ts';
import { questionsOf } from '../../projections/questions.ts';
import { subAgentsOf, toolCallsOf, toSubAgent } from '../../projections/sub-agents.ts';
import { tasksOf } from '../../projections/tasks.ts';
import type { Handlers, Porch } from '../house.ts';
import { notFound, refused } from '../problems.ts';
import { doneOf } from './done.ts';
import { findRoot, findSubAgent, findTree } from './finding.ts';
import { pageOf } from './pages.ts';

type Names =
  | 'listTasks'
  | 'getTask'
  | 'cancelTask'
  | 'retryTask'
  | 'backgroundTask'
  | 'listSubAgents'
  | 'getSubAgent'
  | 'listSubAgentMessages'
  | 'steerSubAgent'
  | 'cancelSubAgent'
  | 'listSubAgentToolCalls'
  | 'getSubAgentToolCall'
  | 'listToolCalls'
  | 'getToolCall'
  | 'listQuestions'
  | 'answerQuestion'
  | 'answerApproval'
  | 'renewApproval';

/** What hangs under a chat. */
export const nestedHandlers: Handlers<Names> = {
  async listTasks(porch, { params, query }) {
    const tasks = tasksOf(await findTree(porch, params));
    return pageOf(query.type ? tasks.filter(({ type }) => type === query.type) : tasks, query);
  },
  async getTask(porch, { params }) {
    const task = tasksOf(await findTree(porch, params)).find(({ taskId }) => taskId === params.taskId);
    if (!task) throw refused(refuse('no-such-task', params.taskId));
    return task;
  },
  async cancelTask(porch, { params }, { wish }) {
    await checkTask(porch, params);
    doneOf(await porch.house.commands.cancelTask(wish(params.workspaceId), { taskId: params.taskId }));
    return {};
  },
  async retryTask(porch, { params, body }, { wish }) {
    await checkTask(porch, params);
    const command = { taskId: params.taskId, instruction: body.instruction };
    const { taskId } = doneOf(await porch.house.commands.retryTask(wish(params.workspaceId), command));
    return { taskId };
  },
  async backgroundTask(porch, { params }, { wish }) {
    await checkTask(porch, params);
    doneOf(await porch.house.commands.backgroundTask(wish(params.workspaceId), { taskId: params.taskId }));
    return {};
  },
  async listSubAgents(porch, { params, query }) {
    return pageOf(subAgentsOf(await findTree(porch, params)), query);
  },
  async getSubAgent(porch, { params }) {
    const subAgent = toSubAgent(await findSubAgent(porch, params));
    if (!subAgent) throw refused(refuse('no-such-thread', params.subAgentId));
    return subAgent;
  },
  async listSubAgentMessages(porch, { params, query }) {
    return pageOf(messagesOf(await findSubAgent(porch, params)), query);
  },
  async steerSubAgent(porch, { params, body }, { wish }) {
    const { threadId } = await findSubAgent(porch, params);
    doneOf(await porch.house.commands.sendMessage(wish(params.workspaceId), { threadId, text: body.text }));
    return {};
  },
  async cancelSubAgent(porch, { params }, { wish }) {
    const { threadId } = await findSubAgent(porch, params);
    doneOf(await porch.house.commands.cancelThread(wish(params.workspaceId), { threadId }));
    return {};
  },
  async listSubAgentToolCalls(porch, { params, query }) {
    return pageOf(toolCallsOf(await findSubAgent(porch, params)), query);
  },
  async getSubAgentToolCall(porch, { params }) {
    return oneCall(toolCallsOf(await findSubAgent(porch, params)), params.toolCallId);
  },
  async listToolCalls(porch, { params, query }) {
    return pageOf(toolCallsOf(await findRoot(porch, params)), query);
  },
  async getToolCall(porch, { params }) {
    return oneCall(toolCallsOf(await findRoot(porch, params)), params.toolCallId);
  },
  async listQuestions(porch, { params, query }) {
    return pageOf(questionsOf(await findTree(porch, params)), query);
  },
  async answerQuestion(porch, { params, body }, { wish }) {
    const { workspaceId, questionId } = params;
    await checkQuestion(porch, params);
    doneOf(await porch.house.commands.answerQuestion(wish(workspaceId), { questionId, answer: body.answer }));
    return {};
  },
  async answerApproval(porch, { params, body }, { wish }) {
    const { workspaceId, questionId } = params;
    await checkQuestion(porch, params);
    doneOf(await porch.house.commands.answerApproval(wish(workspaceId), { questionId, ...body }));
    return {};
  },
  async renewApproval(porch, { params }, { wish }) {
    const { workspaceId, questionId } = params;
    await checkQuestion(porch, params);
    doneOf(await porch.house.commands.renewApproval(wish(workspaceId), { questionId }));
    return {};
  },
};

/** A task of another chat is not there. */
async function checkTask(
  { house }: Porch,
  { workspaceId, chatId, taskId }: { workspaceId: WorkspaceId; chatId: ThreadId; taskId: TaskId },
): Promise<void> {
  const task = await house.log.readModels.findTask(workspaceId, taskId);
  if (task?.rootId !== chatId) throw refused(refuse('no-such-task', taskId));
}

/** Nor is a question of another chat. */
async function checkQuestion(
  { house }: Porch,
  { workspaceId, chatId, questionId }: { workspaceId: WorkspaceId; chatId: ThreadId; questionId: QuestionId },
): Promise<void> {
  const question = await house.log.readModels.findQuestion(workspaceId, questionId);
  if (question?.rootId !== chatId) throw refused(refuse('no-such-question', questionId));
}

function oneCall(calls: ReturnType<typeof toolCallsOf>, wanted: string) {
  const call = calls.find(({ toolCallId }) => toolCallId === wanted);
  if (!call) throw notFound('no-such-tool-call', `There is no tool call ${wanted} here.`);
  return call;
}
