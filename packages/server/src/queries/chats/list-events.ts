import { loadChat } from '../../commands/load.ts';
import { defineQuery } from '../define-query.ts';
import { limitOf } from '../pages.ts';

export const listEvents = defineQuery({
  name: 'listEvents',
  load: loadChat,
  async answer({ services, query }, { workspaceId, rootId }) {
    const limit = limitOf(query);
    const results = await services.log.read({ workspaceId, rootId, after: query.after ?? 0, limit });
    const last = results.length === limit ? results.at(-1) : undefined;
    return { results, cursor: last ? String(last.position) : null };
  },
});
