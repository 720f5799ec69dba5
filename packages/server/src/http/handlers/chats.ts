import { refuse } from '@retinue/protocol';
import { exportChat } from '../../integrity/export/export-chat.ts';
import { soundOrNull } from '../../ports/damage.ts';
import { toChat } from '../../projections/chats.ts';
import type { Handlers, Porch } from '../house.ts';
import { refused } from '../problems.ts';
import { doneOf } from './done.ts';
import { findRoot } from './finding.ts';
import { importHandler } from './import-chat.ts';
import { badCursor, limitOf } from './pages.ts';

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
  async listChats({ house, tail }, { params, query }) {
    const position = tail.head;
    const limit = limitOf(query);
    const page = {
      limit: limit + 1,
      offset: query.offset ?? 0,
      title: query.title ?? null,
      before: cursorIn(query.cursor),
    };
    const rows = await house.log.readModels.chats(params.workspaceId, page);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return { results: rows.slice(0, limit).map(toChat), cursor: last ? cursorOf(last) : null, position };
  },
  async openChat({ house }, { params, body }, { wish }) {
    const workspace = await house.workspaces.find(params.workspaceId);
    const agentId = body.agentId ?? workspace?.defaultAgentId;
    if (!agentId) throw refused(refuse('no-such-workspace', params.workspaceId));
    const { threadId } = doneOf(await house.commands.openChat(wish(params.workspaceId), { ...body, agentId }));
    return { chatId: threadId };
  },
  importChat: importHandler,
  getChat: (porch, { params }) => chatOf(porch, params),
  async changeChat(porch, { params, body }, { wish }) {
    const { workspaceId, chatId: threadId } = params;
    const { title, isPinned } = body;
    const { commands } = porch.house;
    const { once, ...from } = wish(workspaceId);
    const [renaming, pinning] = once
      ? [
          { ...from, once },
          { ...from, once: secondOf(once, title) },
        ]
      : [from, from];
    if (title !== undefined) doneOf(await commands.renameChat(renaming, { threadId, title }));
    if (isPinned !== undefined) doneOf(await commands.pinChat(pinning, { threadId, isPinned }));
    return chatOf(porch, params);
  },
  async deleteChat({ house, tail }, { params }, { wish }) {
    doneOf(await house.commands.deleteChat(wish(params.workspaceId), { threadId: params.chatId }));
    tail.touch(params.workspaceId, params.chatId);
    return {};
  },
  async restoreChat({ house, tail }, { params }, { wish }) {
    doneOf(await house.commands.restoreChat(wish(params.workspaceId), { threadId: params.chatId }));
    tail.touch(params.workspaceId, params.chatId);
    return {};
  },
  async markRead({ house }, { params, body }, { wish }) {
    const command = { threadId: params.chatId, throughSeq: body.throughSeq };
    doneOf(await house.commands.markRead(wish(params.workspaceId), command));
    return {};
  },
  async exportChat(porch, { params, query }) {
    await soundOrNull(findRoot(porch, params));
    const place = { workspaceId: params.workspaceId, rootId: params.chatId, now: porch.house.clock.now() };
    const text = await exportChat(porch.house.log, place, query.format);
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
  async sendMessage(porch, { params, body }, { wish }) {
    const { threadId } = await findRoot(porch, params);
    doneOf(await porch.house.commands.sendMessage(wish(params.workspaceId), { ...body, threadId }));
    return {};
  },
  async editMessage(porch, { params, body }, { wish }) {
    const command = { ...body, threadId: params.chatId, messageId: params.messageId };
    doneOf(await porch.house.commands.editMessage(wish(params.workspaceId), command));
    return {};
  },
  async regenerate(porch, { params }, { wish }) {
    doneOf(await porch.house.commands.regenerate(wish(params.workspaceId), { threadId: params.chatId }));
    return {};
  },
  async cancelChat(porch, { params }, { wish }) {
    const { threadId } = await findRoot(porch, params);
    doneOf(await porch.house.commands.cancelThread(wish(params.workspaceId), { threadId }));
    return {};
  },
};

/** Two changes of one request are two appends, so each has a key of its own. */
function secondOf<Once extends { key: string }>(once: Once, title: string | undefined): Once {
  return title === undefined ? once : { ...once, key: `${once.key} pinned` };
}

async function chatOf({ house }: Porch, place: Parameters<typeof findRoot>[1]) {
  const row = await house.log.readModels.chat(place.workspaceId, place.chatId);
  if (!row) throw refused(refuse('no-such-thread', place.chatId));
  return toChat(row);
}

type Place = NonNullable<Parameters<Porch['house']['log']['readModels']['chats']>[1]['before']>;

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
