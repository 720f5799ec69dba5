import { defineEndpoint } from '../../define-endpoint.ts';
import { liveReply } from '../../stream/live-reply.ts';
import { eventStreamHeaders } from '../../stream/piece-sender.ts';
import { Reader } from '../../stream/reader.ts';

/** Ids that are no chats of this workspace are skipped: whether another workspace has them must stay hidden. */
export const openStream = defineEndpoint({
  name: 'openStream',
  async run({ http, services, context: { workspaceId }, incoming, query: { chats, after, rowsAfter } }) {
    const { log, clock, stops } = services;
    const place = {
      workspaceId,
      rootIds: new Set(await log.readModels.listedChats(workspaceId, chats)),
      after: resumedAt(incoming.request.headers.get('last-event-id')) ?? after ?? null,
      rowsAfter: rowsAfter ?? null,
    };
    const reader = new Reader({ log, tail: http.tail, clock, stops }, place);
    const pieces = (signal: AbortSignal) => reader.pieces(signal);
    return liveReply(http, { workspaceId, pieces, headers: eventStreamHeaders }, incoming);
  },
});

/** A position that this log can't have given is beyond the end of every log, so its reader starts over. */
function resumedAt(lastEventId: string | null): number | null {
  if (!lastEventId) return null;
  return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.MAX_SAFE_INTEGER;
}
