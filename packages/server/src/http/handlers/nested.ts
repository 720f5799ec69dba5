import type { QuestionId, TaskId, ThreadId, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { messagesOf } from '../../projections/messages.ts';
import { questionsOf } from '../../projections/questions.ts';
import { subAgentsOf, toolCallsOf, toSubAgent } from '../../projections/sub-agents.ts';
import { tasksOf } from '../../projections/tasks.ts';
import type { Handlers, HttpContext } from '../http-context.ts';
import { notFound, refused } from '../problems.ts';
import { findRoot, findSubAgent, findTree } from './finding.ts';
import { pageOf } from './pages.ts';
import { unwrap } from './unwrap.ts';

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
  async listTasks(http, { params, query }) {
    const tasks = tasksOf(await findTree(http, params));
    return pageOf(query.type ? tasks.filter(({ type }) => type === query.type) : tasks, query);
  },
  async getTask(http, { params }) {
    const task = tasksOf(await findTree(http, params)).find(({ taskId }) => taskId === params.taskId);
    if (!task) throw refused(refuse('no-such-task', params.taskId));
    return task;
  },
  async cancelTask(http, { params }, { commandContext }) {
    await checkTask(http, params);
    unwrap(await http.services.commands.cancelTask(commandContext(params.workspaceId), { taskId: params.taskId }));
    return {};
  },
  async retryTask(http, { params, body }, { commandContext }) {
    await checkTask(http, params);
    const command = { taskId: params.taskId, instruction: body.instruction };
    const { taskId } = unwrap(await http.services.commands.retryTask(commandContext(params.workspaceId), command));
    return { taskId };
  },
  async backgroundTask(http, { params }, { commandContext }) {
    await checkTask(http, params);
    unwrap(await http.services.commands.backgroundTask(commandContext(params.workspaceId), { taskId: params.taskId }));
    return {};
  },
  async listSubAgents(http, { params, query }) {
    return pageOf(subAgentsOf(await findTree(http, params)), query);
  },
  async getSubAgent(http, { params }) {
    const subAgent = toSubAgent(await findSubAgent(http, params));
    if (!subAgent) throw refused(refuse('no-such-thread', params.subAgentId));
    return subAgent;
  },
  async listSubAgentMessages(http, { params, query }) {
    return pageOf(messagesOf(await findSubAgent(http, params)), query);
  },
  async steerSubAgent(http, { params, body }, { commandContext }) {
    const { threadId } = await findSubAgent(http, params);
    unwrap(await http.services.commands.sendMessage(commandContext(params.workspaceId), { threadId, text: body.text }));
    return {};
  },
  async cancelSubAgent(http, { params }, { commandContext }) {
    const { threadId } = await findSubAgent(http, params);
    unwrap(await http.services.commands.cancelThread(commandContext(params.workspaceId), { threadId }));
    return {};
  },
  async listSubAgentToolCalls(http, { params, query }) {
    return pageOf(toolCallsOf(await findSubAgent(http, params)), query);
  },
  async getSubAgentToolCall(http, { params }) {
    return oneCall(toolCallsOf(await findSubAgent(http, params)), params.toolCallId);
  },
  async listToolCalls(http, { params, query }) {
    return pageOf(toolCallsOf(await findRoot(http, params)), query);
  },
  async getToolCall(http, { params }) {
    return oneCall(toolCallsOf(await findRoot(http, params)), params.toolCallId);
  },
  async listQuestions(http, { params, query }) {
    return pageOf(questionsOf(await findTree(http, params)), query);
  },
  async answerQuestion(http, { params, body }, { commandContext }) {
    const { workspaceId, questionId } = params;
    await checkQuestion(http, params);
    unwrap(
      await http.services.commands.answerQuestion(commandContext(workspaceId), { questionId, answer: body.answer }),
    );
    return {};
  },
  async answerApproval(http, { params, body }, { commandContext }) {
    const { workspaceId, questionId } = params;
    await checkQuestion(http, params);
    unwrap(await http.services.commands.answerApproval(commandContext(workspaceId), { questionId, ...body }));
    return {};
  },
  async renewApproval(http, { params }, { commandContext }) {
    const { workspaceId, questionId } = params;
    await checkQuestion(http, params);
    unwrap(await http.services.commands.renewApproval(commandContext(workspaceId), { questionId }));
    return {};
  },
};

/** A task of another chat is not there. */
async function checkTask(
  { services }: HttpContext,
  { workspaceId, chatId, taskId }: { workspaceId: WorkspaceId; chatId: ThreadId; taskId: TaskId },
): Promise<void> {
  const task = await services.log.findTask(workspaceId, taskId);
  if (task?.rootId !== chatId) throw refused(refuse('no-such-task', taskId));
}

/** Nor is a question of another chat. */
async function checkQuestion(
  { services }: HttpContext,
  { workspaceId, chatId, questionId }: { workspaceId: WorkspaceId; chatId: ThreadId; questionId: QuestionId },
): Promise<void> {
  const question = await services.log.findQuestion(workspaceId, questionId);
  if (question?.rootId !== chatId) throw refused(refuse('no-such-question', questionId));
}

function oneCall(calls: ReturnType<typeof toolCallsOf>, wanted: string) {
  const call = calls.find(({ toolCallId }) => toolCallId === wanted);
  if (!call) throw notFound('no-such-tool-call', `There is no tool call ${wanted} here.`);
  return call;
}
