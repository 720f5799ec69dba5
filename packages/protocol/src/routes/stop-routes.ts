import { z } from 'zod';
import { workspaceStopSchema } from '../records/stops.ts';
import { route } from './route.ts';
import { done, places } from './shapes.ts';

const workspace = '/api/workspaces/{workspaceId}';
const chat = `${workspace}/chats/{chatId}`;
const stopped = workspaceStopSchema.extend({ canceled: z.int().describe('chats whose work was canceled') });

/** The stop of all work, which holds until a person resumes it. */
export const stopRoutes = {
  stopChat: route({
    method: 'POST',
    path: `${chat}/stop`,
    policy: 'write',
    summary:
      'Cancels all work in the chat and keeps it stopped until it is resumed. Messages are kept and answered then.',
    params: places.chat,
    reply: done,
    status: 200,
  }),
  resumeChat: route({
    method: 'POST',
    path: `${chat}/resume`,
    policy: 'write',
    summary: 'Lets the chat work again. What was canceled stays canceled.',
    params: places.chat,
    reply: done,
    status: 200,
  }),
  getStop: route({
    method: 'GET',
    path: `${workspace}/stop`,
    policy: 'read',
    summary: 'Whether all work in the workspace is stopped, by its own stop or by that of the server.',
    params: places.workspace,
    reply: workspaceStopSchema,
    status: 200,
  }),
  stopWorkspace: route({
    method: 'POST',
    path: `${workspace}/stop`,
    policy: 'owner',
    summary: 'Cancels all work in the workspace and keeps it stopped until it is resumed.',
    params: places.workspace,
    isRepeatable: true,
    reply: stopped,
    status: 200,
  }),
  resumeWorkspace: route({
    method: 'POST',
    path: `${workspace}/resume`,
    policy: 'owner',
    summary: 'Lets the workspace work again. A stop of the server stays.',
    params: places.workspace,
    isRepeatable: true,
    reply: workspaceStopSchema,
    status: 200,
  }),
  stopServer: route({
    method: 'POST',
    path: '/api/stop',
    policy: 'owner',
    summary: 'Cancels all work in every workspace and keeps it stopped until it is resumed. The server itself runs on.',
    isRepeatable: true,
    reply: z.strictObject({ canceled: stopped.shape.canceled }),
    status: 200,
  }),
  resumeServer: route({
    method: 'POST',
    path: '/api/resume',
    policy: 'owner',
    summary: 'Lets the server work again. Stops of single workspaces and chats stay.',
    isRepeatable: true,
    reply: done,
    status: 200,
  }),
} as const;
