import { z } from 'zod';
import { workspaceStopSchema } from '../records/stops.ts';
import { route } from './route.ts';
import { done } from './shapes.ts';

const workspace = '/api/workspaces/{workspaceId}';
const chat = `${workspace}/chats/{chatId}`;
const stopped = workspaceStopSchema.extend({ canceled: z.int().describe('number of chats whose work was canceled') });

/** The stop of all work, which holds until a person resumes it. */
export const stopRoutes = {
  stopChat: route('POST', `${chat}/stop`, 'write', {
    summary:
      'Cancels all work in the chat and keeps it stopped until it is resumed. Messages are kept and answered then.',
    reply: done,
  }),
  resumeChat: route('POST', `${chat}/resume`, 'write', {
    summary: 'Lets the chat work again. Canceled work stays canceled.',
    reply: done,
  }),
  getStop: route('GET', `${workspace}/stop`, 'read', {
    summary: 'Returns whether all work in the workspace is stopped, by its own stop or by that of the server.',
    reply: workspaceStopSchema,
  }),
  stopWorkspace: route('POST', `${workspace}/stop`, 'owner', {
    summary: 'Cancels all work in the workspace and keeps it stopped until it is resumed.',
    isRepeatable: true,
    reply: stopped,
  }),
  resumeWorkspace: route('POST', `${workspace}/resume`, 'owner', {
    summary: 'Lets the workspace work again. A stop of the server stays.',
    isRepeatable: true,
    reply: workspaceStopSchema,
  }),
  stopServer: route('POST', '/api/stop', 'owner', {
    summary:
      'Cancels all work in every workspace and keeps it stopped until it is resumed. The server itself keeps running.',
    isRepeatable: true,
    reply: z.strictObject({ canceled: stopped.shape.canceled }),
  }),
  resumeServer: route('POST', '/api/resume', 'owner', {
    summary: 'Lets the server work again. Stops of single workspaces and chats stay.',
    isRepeatable: true,
    reply: done,
  }),
} as const;
