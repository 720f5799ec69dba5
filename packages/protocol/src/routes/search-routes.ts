import { z } from 'zod';
import { searchPageSchema } from '../search.ts';
import { route } from './route.ts';
import { pageQuery, places } from './shapes.ts';

export const searchRoutes = {
  search: route('GET', '/api/workspaces/{workspaceId}/search', {
    policy: 'read',
    summary:
      'Words in titles, messages, instructions, answers, results and questions, at any depth of any chat. Quotes hold a phrase together, `-word` leaves out, and the last word may be unfinished.',
    params: places.workspace,
    query: z.strictObject({ q: z.string().max(500), limit: pageQuery.shape.limit, cursor: pageQuery.shape.cursor }),
    reply: searchPageSchema,
  }),
} as const;
