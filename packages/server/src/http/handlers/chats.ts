import { refuse } from '@retinue/protocol';
import { soundOrNull } from '../../ports/damage.ts';
import { toChat } from '../../projections/chats.ts';
import { exportChat } from '../../projections/export-chat.ts';
import type { Handlers, HttpContext } from '../http-context.ts';
import { refused } from '../problems.ts';
import { findRoot } from './finding.ts';
import { importHandler } from './import-chat.ts';
import { badCursor, limitOf } from './pages.ts';
import { unwrap } from './unwrap.ts';

type Names =
  | 'listChats'
  | 'openChat'
  | 'importChat'
  | 'getChat'
  | 'changeChat'
  | 'deleteChat'
  | 'restoreChat'
  | 'markRead'
  | 'exportChat'
  | 'sendMessage'
  | 'editMessage'
  | 'regenerate'
  | 'cancelChat';

/** What a person does with a chat: a command each, and its answer. */
export const chatHandlers: Handlers<Names> = {
  async listChats({ services, tail }, { params, query }) {
    const position = tail.head;
    const limit = limitOf(query);
    const page = {
      limit: limit + 1,
      offset: query.offset ?? 0,
      title: query.title ?? null,
      before: cursorIn(query.cursor),
    };
    const rows = await services.log.chats(params.workspaceId, page);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return { results: rows.slice(0, limit).map(toChat), cursor: last ? cursorOf(last) : null, position };
  },
  async openChat({ services }, { params, body }, { commandContext }) {
    const workspace = await services.workspaces.find(params.workspaceId);
    const agentId = body.agentId ?? workspace?.defaultAgentId;
    if (!agentId) throw refused(refuse('no-such-workspace', params.workspaceId));
    const { threadId } = unwrap(
      await services.commands.openChat(commandContext(params.workspaceId), { ...body, agentId }),
    );
    return { chatId: threadId };
  },
  importChat: importHandler,
  getChat: (http, { params }) => chatOf(http, params),
  async changeChat(http, { params, body }, { commandContext }) {
    const { workspaceId, chatId: threadId } = params;
    const { title, isPinned } = body;
    const { commands } = http.services;
    const { once, ...from } = commandContext(workspaceId);
    const [renaming, pinning] = once
      ? [
          { ...from, once },
          { ...from, once: secondOf(once, title) },
        ]
      : [from, from];
    if (title !== undefined) unwrap(await commands.renameChat(renaming, { threadId, title }));
    if (isPinned !== undefined) unwrap(await commands.pinChat(pinning, { threadId, isPinned }));
    return chatOf(http, params);
  },
  async deleteChat({ services, tail }, { params }, { commandContext }) {
    unwrap(await services.commands.deleteChat(commandContext(params.workspaceId), { threadId: params.chatId }));
    tail.touch(params.workspaceId, params.chatId);
    return {};
  },
  async restoreChat({ services, tail }, { params }, { commandContext }) {
    unwrap(await services.commands.restoreChat(commandContext(params.workspaceId), { threadId: params.chatId }));
    tail.touch(params.workspaceId, params.chatId);
    return {};
  },
  async markRead({ services }, { params, body }, { commandContext }) {
    const command = { threadId: params.chatId, throughSeq: body.throughSeq };
    unwrap(await services.commands.markRead(commandContext(params.workspaceId), command));
    return {};
  },
  async exportChat(http, { params, query }) {
    await soundOrNull(findRoot(http, params));
    const place = { workspaceId: params.workspaceId, rootId: params.chatId, now: http.services.clock.now() };
    const text = await exportChat(http.services.log, place, query.format);
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
  async sendMessage(http, { params, body }, { commandContext }) {
    const { threadId } = await findRoot(http, params);
    unwrap(await http.services.commands.sendMessage(commandContext(params.workspaceId), { ...body, threadId }));
    return {};
  },
  async editMessage(http, { params, body }, { commandContext }) {
    const command = { ...body, threadId: params.chatId, messageId: params.messageId };
    unwrap(await http.services.commands.editMessage(commandContext(params.workspaceId), command));
    return {};
  },
  async regenerate(http, { params }, { commandContext }) {
    unwrap(await http.services.commands.regenerate(commandContext(params.workspaceId), { threadId: params.chatId }));
    return {};
  },
  async cancelChat(http, { params }, { commandContext }) {
    const { threadId } = await findRoot(http, params);
    unwrap(await http.services.commands.cancelThread(commandContext(params.workspaceId), { threadId }));
    return {};
  },
};

/** Two changes of one request are two appends, so each has a key of its own. */
function secondOf<Once extends { key: string }>(once: Once, title: string | undefined): Once {
  return title === undefined ? once : { ...once, key: `${once.key} pinned` };
}

async function chatOf({ services }: HttpContext, place: Parameters<typeof findRoot>[1]) {
  const row = await services.log.chat(place.workspaceId, place.chatId);
  if (!row) throw refused(refuse('no-such-thread', place.chatId));
  return toChat(row);
}

type Place = NonNullable<Parameters<HttpContext['services']['log']['chats']>[1]['before']>;

function cursorOf({ isPinned, openedPosition, threadId }: Place): string {
  return `${isPinned ? 'pinned.' : ''}${openedPosition}.${threadId}`;
}

function cursorIn(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, pinned, openedPosition, threadId] = /^(pinned\.)?(\d{1,15})\.(thr_[\w-]{1,80})$/.exec(cursor) ?? [];
  if (!threadId) throw badCursor();
  const isPinned = pinned !== undefined;
  return { isPinned, openedPosition: Number(openedPosition), threadId: threadId as Place['threadId'] };
}
