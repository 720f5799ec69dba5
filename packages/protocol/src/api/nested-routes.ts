import { z } from 'zod';
import { messageTextSchema as text, verdictReasonSchema } from '../commands.ts';
import { verdictSchema } from '../events/event-parts.ts';
import { messageSchema, questionSchema, subAgentSchema, taskSchema, toolCallSchema } from './resources.ts';
import { route } from './route.ts';
import { done, pageQuery, pageSchema } from './shapes.ts';

const chat = '/api/workspaces/{workspaceId}/chats/{chatId}';

/** The work of a chat, as nested resources. */
export const nestedRoutes = {
  listTasks: route('GET', `${chat}/tasks`, 'read', {
    summary: 'Lists every delegation of the tree, and the tools that the chat itself used.',
    query: pageQuery.extend({ type: z.enum(['agent', 'tool']).optional() }),
    reply: pageSchema(taskSchema),
  }),
  getTask: route('GET', `${chat}/tasks/{taskId}`, 'read', {
    summary: 'Returns a delegation.',
    reply: taskSchema,
  }),
  cancelTask: route('POST', `${chat}/tasks/{taskId}/cancel`, 'write', {
    summary: 'Cancels a task and everything below it. Its siblings continue, and its parent is notified.',
    reply: done,
  }),
  retryTask: route('POST', `${chat}/tasks/{taskId}/retry`, 'write', {
    startsWork: true,
    summary: 'Retries a failed task, with the same instruction or another.',
    body: z.strictObject({ instruction: text.nullable().default(null) }),
    reply: z.strictObject({ taskId: z.string() }),
    status: 202,
    cli: {
      verb: 'retry',
      group: 'Steer',
      summary: 'retry a task that failed or was canceled',
      about: 'retry a task that failed or was canceled, and follow its chat.',
      examples: [
        'retry task_0mwiypxw2pu8ec5ucmjad',
        'retry task_0mwiypxw2pu8ec5ucmjad --instruction "Use the figures of 2022"',
      ],
      options: { instruction: 'a new instruction' },
    },
  }),
  backgroundTask: route('POST', `${chat}/tasks/{taskId}/background`, 'write', {
    summary: 'Moves a running task to the background: its parent continues, and is notified of its end.',
    reply: done,
    cli: {
      verb: 'background',
      group: 'Steer',
      summary: 'let a task run in the background',
      about:
        'let a task run in the background, and follow its chat. Its parent continues, and gets the result at the end.',
      examples: ['background task_0mwiypxw2pu8ec5ucmjad'],
    },
  }),
  listSubAgents: route('GET', `${chat}/sub-agents`, 'read', {
    summary: 'Lists every sub-agent of the tree.',
    query: pageQuery,
    reply: pageSchema(subAgentSchema),
  }),
  getSubAgent: route('GET', `${chat}/sub-agents/{threadId}`, 'read', {
    summary: 'Returns a sub-agent.',
    reply: subAgentSchema,
  }),
  listSubAgentMessages: route('GET', `${chat}/sub-agents/{threadId}/messages`, 'read', {
    summary: "Lists a sub-agent's messages: its system prompt, its instruction, its text, the results of its tools.",
    query: pageQuery,
    reply: pageSchema(messageSchema),
  }),
  steerSubAgent: route('POST', `${chat}/sub-agents/{threadId}/messages`, 'write', {
    startsWork: true,
    summary:
      'Sends a message to a sub-agent. A running one reads it at its next step; an ended one is reactivated with it as another task.',
    body: z.strictObject({ text }),
    reply: done,
    status: 202,
  }),
  cancelSubAgent: route('POST', `${chat}/sub-agents/{threadId}/cancel`, 'write', {
    summary: 'Cancels a sub-agent and everything below it.',
    reply: done,
  }),
  listSubAgentToolCalls: route('GET', `${chat}/sub-agents/{threadId}/tool-calls`, 'read', {
    summary: 'Lists the tools that a sub-agent used.',
    query: pageQuery,
    reply: pageSchema(toolCallSchema),
  }),
  getSubAgentToolCall: route('GET', `${chat}/sub-agents/{threadId}/tool-calls/{toolCallId}`, 'read', {
    summary: 'Returns one use of a tool by a sub-agent.',
    reply: toolCallSchema,
  }),
  listToolCalls: route('GET', `${chat}/tool-calls`, 'read', {
    summary: 'Lists the tools that the chat itself used.',
    query: pageQuery,
    reply: pageSchema(toolCallSchema),
  }),
  getToolCall: route('GET', `${chat}/tool-calls/{toolCallId}`, 'read', {
    summary: 'Returns one use of a tool by the chat itself.',
    reply: toolCallSchema,
  }),
  listQuestions: route('GET', `${chat}/questions`, 'read', {
    summary: 'Lists the open and answered questions of a tree, from any depth.',
    query: pageQuery,
    reply: pageSchema(questionSchema),
  }),
  answerQuestion: route('POST', `${chat}/questions/{questionId}/answer`, 'write', {
    summary: 'Answers a question. The first answer counts.',
    body: z.strictObject({ answer: text }),
    reply: done,
    status: 202,
  }),
  answerApproval: route('POST', `${chat}/questions/{questionId}/approval`, 'write', {
    summary: 'Approves or refuses a call with exactly the displayed arguments. The first verdict counts.',
    body: z.strictObject({
      verdict: verdictSchema,
      reason: verdictReasonSchema,
      /** Hash of the displayed arguments, so that the verdict applies to exactly these. */
      argsHash: z.string().max(100).optional(),
    }),
    reply: done,
    status: 202,
  }),
  renewApproval: route('POST', `${chat}/questions/{questionId}/renewal`, 'write', {
    summary: 'Requests a lapsed approval again. One that has not lapsed is not changed.',
    reply: done,
    status: 202,
  }),
  getBlob: route('GET', `${chat}/results/{hash}`, 'read', {
    summary: 'Returns the full text of a result that is shown only in part.',
    isDownload: true,
    reply: { text: 'the result' },
  }),
} as const;
