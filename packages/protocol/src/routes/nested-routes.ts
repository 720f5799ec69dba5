import { z } from 'zod';
import { messageTextSchema as text, verdictReasonSchema } from '../commands.ts';
import { verdictSchema } from '../events/events.ts';
import { blobHashSchema } from '../ids.ts';
import { messageSchema, questionSchema, subAgentSchema, taskSchema, toolCallSchema } from './resources.ts';
import { route } from './route.ts';
import { done, pageOf, pageQuery, places } from './shapes.ts';

const chat = '/api/workspaces/{workspaceId}/chats/{chatId}';

/** What a chat's work consists of, as nested resources. */
export const nestedRoutes = {
  listTasks: route('GET', `${chat}/tasks`, {
    policy: 'read',
    summary: 'Every delegation of the tree, and the tools that the chat itself used.',
    params: places.chat,
    query: pageQuery.extend({ type: z.enum(['agent', 'tool']).optional() }),
    reply: pageOf(taskSchema),
  }),
  getTask: route('GET', `${chat}/tasks/{taskId}`, {
    policy: 'read',
    summary: 'One delegation.',
    params: places.task,
    reply: taskSchema,
  }),
  cancelTask: route('POST', `${chat}/tasks/{taskId}/cancel`, {
    policy: 'write',
    summary: 'Stops one task and everything below it. Its siblings go on, and its parent is told.',
    params: places.task,
    reply: done,
  }),
  retryTask: route('POST', `${chat}/tasks/{taskId}/retry`, {
    startsWork: true,
    policy: 'write',
    summary: 'Another attempt at a failed task, with the same instruction or another.',
    params: places.task,
    body: z.strictObject({ instruction: text.nullable().default(null) }),
    reply: z.strictObject({ taskId: z.string() }),
    status: 202,
  }),
  backgroundTask: route('POST', `${chat}/tasks/{taskId}/background`, {
    policy: 'write',
    summary: 'A running task goes on in the background: its parent need not wait, and is told at its end.',
    params: places.task,
    reply: done,
  }),
  listSubAgents: route('GET', `${chat}/sub-agents`, {
    policy: 'read',
    summary: 'Every sub-agent of the tree.',
    params: places.chat,
    query: pageQuery,
    reply: pageOf(subAgentSchema),
  }),
  getSubAgent: route('GET', `${chat}/sub-agents/{subAgentId}`, {
    policy: 'read',
    summary: 'One sub-agent.',
    params: places.subAgent,
    reply: subAgentSchema,
  }),
  listSubAgentMessages: route('GET', `${chat}/sub-agents/{subAgentId}/messages`, {
    policy: 'read',
    summary: "A sub-agent's messages: its system prompt, its instruction, its words, the results of its tools.",
    params: places.subAgent,
    query: pageQuery,
    reply: pageOf(messageSchema),
  }),
  steerSubAgent: route('POST', `${chat}/sub-agents/{subAgentId}/messages`, {
    startsWork: true,
    policy: 'write',
    summary:
      'Words to a sub-agent. At work it takes them up at its next step; one that has ended goes on with them, as another task.',
    params: places.subAgent,
    body: z.strictObject({ text }),
    reply: done,
    status: 202,
  }),
  cancelSubAgent: route('POST', `${chat}/sub-agents/{subAgentId}/cancel`, {
    policy: 'write',
    summary: 'Stops a sub-agent and everything below it.',
    params: places.subAgent,
    reply: done,
  }),
  listSubAgentToolCalls: route('GET', `${chat}/sub-agents/{subAgentId}/tool-calls`, {
    policy: 'read',
    summary: 'The tools that a sub-agent used.',
    params: places.subAgent,
    query: pageQuery,
    reply: pageOf(toolCallSchema),
  }),
  getSubAgentToolCall: route('GET', `${chat}/sub-agents/{subAgentId}/tool-calls/{toolCallId}`, {
    policy: 'read',
    summary: 'One use of a tool by a sub-agent.',
    params: places.subAgentToolCall,
    reply: toolCallSchema,
  }),
  listToolCalls: route('GET', `${chat}/tool-calls`, {
    policy: 'read',
    summary: 'The tools that the chat itself used.',
    params: places.chat,
    query: pageQuery,
    reply: pageOf(toolCallSchema),
  }),
  getToolCall: route('GET', `${chat}/tool-calls/{toolCallId}`, {
    policy: 'read',
    summary: 'One use of a tool by the chat itself.',
    params: places.toolCall,
    reply: toolCallSchema,
  }),
  listQuestions: route('GET', `${chat}/questions`, {
    policy: 'read',
    summary: 'The questions of a tree, from any depth, open and answered.',
    params: places.chat,
    query: pageQuery,
    reply: pageOf(questionSchema),
  }),
  answerQuestion: route('POST', `${chat}/questions/{questionId}/answer`, {
    policy: 'write',
    summary: 'Answers a question. The first answer counts.',
    params: places.question,
    body: z.strictObject({ answer: text }),
    reply: done,
    status: 202,
  }),
  answerApproval: route('POST', `${chat}/questions/{questionId}/approval`, {
    policy: 'write',
    summary: 'Approves or refuses a call, exactly as it was shown. The first verdict counts.',
    params: places.question,
    body: z.strictObject({
      verdict: verdictSchema,
      reason: verdictReasonSchema,
      /** Of the arguments that were shown, so that nothing else can be meant. */
      argsHash: z.string().max(100).optional(),
    }),
    reply: done,
    status: 202,
  }),
  renewApproval: route('POST', `${chat}/questions/{questionId}/renewal`, {
    policy: 'write',
    summary: 'Asks for an approval that has lapsed again. One that has not lapsed is left as it is.',
    params: places.question,
    reply: done,
    status: 202,
  }),
  getBlob: route('GET', `${chat}/results/{hash}`, {
    policy: 'read',
    summary: 'The whole of a result that is shown only in part.',
    isDownload: true,
    params: places.chat.extend({ hash: blobHashSchema }),
    reply: { text: 'the result' },
  }),
} as const;
