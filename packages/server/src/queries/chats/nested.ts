import type { CallId, Refusal, ThreadState, ToolCall } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import { loadChat, loadSubAgent, loadThread, loadTree } from '../../commands/load.ts';
import { messageWriters } from '../../views/messages.ts';
import { questionsOf } from '../../views/questions.ts';
import { subAgentsOf, toolCallsOf, toSubAgent } from '../../views/sub-agents.ts';
import { taskViews } from '../../views/tasks.ts';
import { loadedQueries } from '../define-query.ts';
import { limitOf, pageOf, writtenPageOf } from '../pages.ts';

export const treeQueries = loadedQueries(loadTree, {
  listTasks({ query }, tree) {
    const tasks = taskViews(tree);
    return pageOf(query.type ? tasks.filter(({ type }) => type === query.type) : tasks, query);
  },
  getTask: ({ params: { taskId } }, tree) =>
    taskViews(tree).find((task) => task.taskId === taskId) ?? refuse('no-such-task', { taskId }),
  listSubAgents: ({ query }, tree) => pageOf(subAgentsOf(tree), query),
  listQuestions: ({ query }, tree) => pageOf(questionsOf(tree), query),
});

export const chatQueries = loadedQueries(loadChat, {
  async listEvents({ services, query }, { workspaceId, rootId }) {
    const limit = limitOf(query);
    const results = await services.log.read({ workspaceId, rootId, after: query.after ?? 0, limit });
    const last = results.length === limit ? results.at(-1) : undefined;
    return { results, cursor: last ? String(last.position) : null };
  },
  listMessages: ({ query }, chat) => writtenPageOf(messageWriters(chat), query),
  listToolCalls: ({ query }, chat) => pageOf(toolCallsOf(chat), query),
  getToolCall: ({ params }, chat) => findToolCall(chat, params.toolCallId),
});

export const threadQueries = loadedQueries(loadThread, {
  listItems({ query }, { items }) {
    const earlier = items.slice(0, Math.min(query.before ?? items.length, items.length));
    const from = Math.max(0, earlier.length - limitOf(query));
    return { items: earlier.slice(from), from };
  },
});

export const subAgentQueries = loadedQueries(loadSubAgent, {
  getSubAgent: (_request, thread) => toSubAgent(thread) ?? refuse('no-such-thread', { threadId: thread.threadId }),
  listSubAgentMessages: ({ query }, thread) => writtenPageOf(messageWriters(thread), query),
  listSubAgentToolCalls: ({ query }, thread) => pageOf(toolCallsOf(thread), query),
  getSubAgentToolCall: ({ params }, thread) => findToolCall(thread, params.toolCallId),
});

function findToolCall(thread: ThreadState, wanted: CallId): ToolCall | Refusal {
  const call = toolCallsOf(thread).find(({ toolCallId }) => toolCallId === wanted);
  return call ?? refuse('no-such-tool-call', { toolCallId: wanted });
}
