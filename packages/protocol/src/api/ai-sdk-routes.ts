import { z } from 'zod';
import { threadIdSchema, workspaceIdSchema } from '../ids.ts';
import { chatRequestSchema } from './chat-request.ts';
import { route } from './route.ts';
import { done } from './shapes.ts';

/** A chat, by our id or by one that a client made. */
const chatId = z.string().min(1).max(200);
const inWorkspace = z.strictObject({ workspaceId: workspaceIdSchema.optional() });

/** Routes for clients of the AI SDK: its messages, and its UI message stream. */
export const aiSdkRoutes = {
  sendUiMessage: route('POST', '/api/chat', 'write', {
    startsWork: true,
    summary: 'Sends a message from `useChat`. The reply is a UI message stream (v1).',
    query: inWorkspace,
    isLarge: true,
    body: chatRequestSchema,
    reply: { stream: 'the answer, with one data-tool-agent part for each delegation' },
  }),
  listUiMessages: route('GET', '/api/chat', 'read', {
    summary: 'Returns a chat as UI messages, as a client has them after the stream.',
    query: inWorkspace.extend({ threadId: chatId }),
    reply: z.array(z.json()),
  }),
  resumeUiStream: route('GET', '/api/chat/{chatId}/stream', 'read', {
    summary: 'Streams the running answer from its start; 204 if there is none.',
    params: z.strictObject({ chatId }),
    query: inWorkspace,
    reply: { stream: 'the answer' },
  }),
  stopUiStream: route('POST', '/api/chat/{chatId}/stop', 'write', {
    summary: 'Cancels the whole tree of a chat.',
    params: z.strictObject({ chatId }),
    query: inWorkspace,
    reply: done.extend({ chatId: threadIdSchema }),
  }),
} as const;
