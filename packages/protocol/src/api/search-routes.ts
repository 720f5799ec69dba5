import { z } from 'zod';
import { route } from './route.ts';
import { searchPageSchema } from './search.ts';
import { pageQuery } from './shapes.ts';

export const searchRoutes = {
  search: route('GET', '/api/workspaces/{workspaceId}/search', {
    policy: 'read',
    summary:
      'Searches titles, messages, instructions, answers, results and questions, at any depth of any chat. Quotes mark a phrase, `-word` excludes a word, and the last word may be unfinished.',
    query: z.strictObject({ q: z.string().max(500), limit: pageQuery.shape.limit, cursor: pageQuery.shape.cursor }),
    reply: searchPageSchema,
  }),
} as const;
