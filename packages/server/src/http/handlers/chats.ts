import type { Event, Refusal, ThreadId } from '@retinue/protocol';
import { bindTree, copyTree, parseExportedChat, refuse } from '@retinue/protocol';
import type { Wish } from '../../commands/office.ts';
import type { Blob } from '../../ports/event-log.ts';
import { toChat } from '../../projections/chats.ts';
import { exportChat } from '../../projections/export-chat.ts';
import type { Handlers, House, Porch } from '../house.ts';
import { HttpProblem, refused } from '../problems.ts';
import { doneOf } from './done.ts';
import { findRoot } from './finding.ts';
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
    const rows = await house.log.chats(params.workspaceId, page);
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
  async importChat({ house }, { params, body }, { wish }) {
    const chat = parseExportedChat(body.chat);
    if ('problem' in chat) throw badImport(chat.problem);
    const blobs = Object.entries(chat.blobs).map(([hash, content]) => ({ hash, content }));
    const [finding] = house.verifyForeign(chat.events, blobs);
    if (finding) throw badImport(`it does not hold together: ${finding.words.replace(/\.$/, '')}`);
    const rules = await house.workspaces.rulesOf(params.workspaceId);
    const limits = await house.workspaces.limitsOf(params.workspaceId);
    const importing = wish(params.workspaceId);
    const bounds = { rules, limits, narrow: house.narrowedTo(importing.role) };
    const bring = (events: Event[]) => importTree(house, importing, bindTree(events, bounds), blobs);
    const brought = await bring(body.isCopy ? copyTree(chat.events, house.ids) : chat.events);
    if (!('code' in brought)) return brought;
    // Ids that somebody else's workspace holds must not be told of: here, the chat gets ids of its own.
    const rootId = chat.events[0]?.rootId;
    const isOwn = rootId && (await house.log.thread(params.workspaceId, rootId));
    const copied = isOwn || brought.code !== 'tree-exists' ? brought : await bring(copyTree(chat.events, house.ids));
    if ('code' in copied) throw refused(copied);
    return copied;
  },
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
  async deleteChat({ house }, { params }, { wish }) {
    doneOf(await house.commands.deleteChat(wish(params.workspaceId), { threadId: params.chatId }));
    return {};
  },
  async restoreChat({ house }, { params }, { wish }) {
    doneOf(await house.commands.restoreChat(wish(params.workspaceId), { threadId: params.chatId }));
    return {};
  },
  async markRead({ house }, { params, body }, { wish }) {
    const command = { threadId: params.chatId, throughSeq: body.throughSeq };
    doneOf(await house.commands.markRead(wish(params.workspaceId), command));
    return {};
  },
  async exportChat(porch, { params, query }) {
    const root = await findRoot(porch, params);
    const place = { workspaceId: params.workspaceId, rootId: root.threadId, now: porch.house.clock.now() };
    const text = await exportChat(porch.house.log, place, query.format);
    const [type, ending] = query.format === 'json' ? ['application/json', 'json'] : ['text/markdown', 'md'];
    return new Response(text, {
      headers: {
        'content-type': `${type}; charset=utf-8`,
        'content-disposition': `attachment; filename="${root.threadId}.${ending}"`,
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

async function importTree(
  { log }: House,
  { once, ...header }: Wish,
  events: Event[],
  blobs: Blob[],
): Promise<{ chatId: ThreadId } | Refusal> {
  const chatId = events[0]?.rootId;
  if (!chatId) throw badImport('it has no events');
  const kept = once ? { once: { ...once, reply: () => JSON.stringify({ chatId }) } } : {};
  const imported = await log.importTree({ ...header, ...kept, label: 'import-tree', blobs }, events);
  if (imported.refusal) return imported.refusal;
  return imported.repeated ? JSON.parse(imported.repeated) : { chatId };
}

/** Two changes of one request are two appends, so each has a key of its own. */
function secondOf<Once extends { key: string }>(once: Once, title: string | undefined): Once {
  return title === undefined ? once : { ...once, key: `${once.key} pinned` };
}

async function chatOf({ house }: Porch, place: Parameters<typeof findRoot>[1]) {
  const row = await house.log.chat(place.workspaceId, place.chatId);
  if (!row) throw refused(refuse('no-such-thread', place.chatId));
  return toChat(row);
}

type Place = NonNullable<Parameters<Porch['house']['log']['chats']>[1]['before']>;

function cursorOf({ openedAt, threadId }: Place): string {
  return `${openedAt}.${threadId}`;
}

function cursorIn(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, openedAt, threadId] = /^(\d{1,15})\.(thr_[\w-]{1,80})$/.exec(cursor) ?? [];
  if (!threadId) throw badCursor();
  return { openedAt: Number(openedAt), threadId: threadId as Place['threadId'] };
}

function badImport(problem: string): HttpProblem {
  return new HttpProblem(400, 'bad-import', `This can't be imported: ${problem}. Nothing was changed.`);
}
