import { z } from 'zod';
import { threadIdSchema, workspaceIdSchema } from '../ids.ts';
import { chatRequestSchema } from './chat-request.ts';
import { route } from './route.ts';
import { done } from './shapes.ts';

/** A chat by an id of ours, or by one that a client made. */
const chatId = z.string().min(1).max(200);
const inWorkspace = z.strictObject({ workspaceId: workspaceIdSchema.optional() });

/** The door for clients of the AI SDK: its messages, and its UI message stream. */
export const aiSdkRoutes = {
  sendUiMessage: route('POST', '/api/chat', {
    startsWork: true,
    policy: 'write',
    summary: 'A message as `useChat` sends it; the answer is a UI message stream (v1).',
    query: inWorkspace,
    isLarge: true,
    body: chatRequestSchema,
    reply: { stream: 'the answer, with one data-tool-agent part for each delegation' },
  }),
  listUiMessages: route('GET', '/api/chat', {
    policy: 'read',
    summary: 'A chat as UI messages: what the stream leaves with a client.',
    query: inWorkspace.extend({ threadId: chatId }),
    reply: z.array(z.json()),
  }),
  resumeUiStream: route('GET', '/api/chat/{chatId}/stream', {
    policy: 'read',
    summary: 'The answer that is under way, from its beginning; 204 when none is.',
    params: z.strictObject({ chatId }),
    query: inWorkspace,
    reply: { stream: 'the answer' },
  }),
  stopUiStream: route('POST', '/api/chat/{chatId}/stop', {
    policy: 'write',
    summary: 'Stops the whole tree of a chat.',
    params: z.strictObject({ chatId }),
    query: inWorkspace,
    reply: done.extend({ chatId: threadIdSchema }),
  }),
} as const;
