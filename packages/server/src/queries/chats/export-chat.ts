import { loadChat } from '../../commands/load.ts';
import { writeExport as exported } from '../../integrity/export/export-chat.ts';
import { soundOrNull } from '../../ports/log/damage.ts';
import { defineQuery } from '../define-query.ts';

export const exportChat = defineQuery({
  name: 'exportChat',
  load: (request) => soundOrNull(loadChat(request)),
  async answer({ services, context, params, query }) {
    const place = { workspaceId: context.workspaceId, rootId: params.chatId, now: services.clock.now() };
    const text = await exported(services.log, place, query.format);
    // A damaged chat has one form only.
    const [type, ending] =
      query.format === 'json' || text.startsWith('{"format":') ? ['application/json', 'json'] : ['text/markdown', 'md'];
    return new Response(text, {
      headers: {
        'content-type': `${type}; charset=utf-8`,
        'content-disposition': `attachment; filename="${params.chatId}.${ending}"`,
        'cache-control': 'no-store',
      },
    });
  },
});
