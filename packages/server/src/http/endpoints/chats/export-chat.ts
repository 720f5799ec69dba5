import { loadChat } from '../../../commands/load.ts';
import { openExport } from '../../../integrity/export/export-chat.ts';
import { soundOrNull } from '../../../ports/log/damage.ts';
import { defineEndpoint } from '../../define-endpoint.ts';
import { downloadReply } from '../../download-reply.ts';

export const exportChat = defineEndpoint({
  name: 'exportChat',
  async run(request) {
    const { services, context, params, query, http, incoming } = request;
    const chat = await soundOrNull(loadChat(request));
    if (chat && 'code' in chat) return chat;
    const { log, clock } = services;
    const place = { workspaceId: context.workspaceId, rootId: params.chatId, now: clock.now() };
    const { format, pieces } = await openExport(log, place, query.format);
    const [type, ending] = forms[format];
    const headers = {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${params.chatId}.${ending}"`,
      'cache-control': 'no-store',
    };
    return downloadReply(incoming, { pieces, headers, clock, logger: http.logger });
  },
});

const forms = { json: ['application/json', 'json'], markdown: ['text/markdown', 'md'] } as const;
