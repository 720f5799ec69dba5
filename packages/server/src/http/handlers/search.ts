import type { Handlers } from '../house.ts';
import { placeOf } from './pages.ts';

export const searchHandlers: Handlers<'search'> = {
  search: ({ house }, { params, query }) =>
    house.search.find(params.workspaceId, { words: query.q, limit: query.limit ?? 20, offset: placeOf(query) }),
};
