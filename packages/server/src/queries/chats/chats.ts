import type { Refusal } from '@retinue/protocol';
import { refuse, threadIdSchema } from '@retinue/protocol';
import type { StoredChatPage } from '../../ports/log/read-models.ts';
import { toChat } from '../../views/chats.ts';
import { plainQueries } from '../define-query.ts';
import { limitOf, startOf } from '../pages.ts';

export const findingQueries = plainQueries({
  async listChats({ services, context, query }) {
    const before = cursorIn(query.cursor);
    if (before && 'code' in before) return before;
    const limit = limitOf(query);
    const page = { limit: limit + 1, offset: query.offset ?? 0, title: query.title ?? null, before };
    const rows = await services.log.readModels.chats(context.workspaceId, page);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const results = rows.slice(0, limit).map(toChat);
    return { results, cursor: last ? cursorOf(last) : null, position: context.position };
  },
  async getChat({ services, context, params: { chatId } }) {
    const row = await services.log.readModels.chat(context.workspaceId, chatId);
    return row ? toChat(row) : refuse('no-such-thread', { threadId: chatId });
  },
  search({ services, context, query }) {
    const offset = startOf(query);
    if (typeof offset !== 'number') return offset;
    return services.search.find(context.workspaceId, { text: query.q, limit: query.limit ?? 20, offset });
  },
});

type Cursor = NonNullable<StoredChatPage['before']>;

function cursorOf({ isPinned, openedPosition, threadId }: Cursor): string {
  return `${isPinned ? 'pinned.' : ''}${openedPosition}.${threadId}`;
}

function cursorIn(cursor: string | undefined): Cursor | Refusal | null {
  if (cursor === undefined) return null;
  const [, pinned, openedPosition, id] = /^(pinned\.)?(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  const threadId = threadIdSchema.safeParse(id);
  if (!threadId.success) return refuse('bad-cursor');
  return { isPinned: pinned !== undefined, openedPosition: Number(openedPosition), threadId: threadId.data };
}
