import { defineQuery } from '../define-query.ts';
import { startOf } from '../pages.ts';

export const search = defineQuery({
  name: 'search',
  answer({ services, context, query }) {
    const offset = startOf(query);
    if (typeof offset !== 'number') return offset;
    return services.search.find(context.workspaceId, { text: query.q, limit: query.limit ?? 20, offset });
  },
});
