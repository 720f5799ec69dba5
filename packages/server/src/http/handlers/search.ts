import type { Handlers } from '../http-context.ts';
import { placeOf } from './pages.ts';

export const searchHandlers: Handlers<'search'> = {
  search: ({ services }, { params, query }) =>
    services.search.find(params.workspaceId, { words: query.q, limit: query.limit ?? 20, offset: placeOf(query) }),
};
