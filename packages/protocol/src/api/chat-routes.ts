import { z } from 'zod';
import {
  messageBudgetSchema as budget,
  chatTitleSchema,
  messageTextSchema as text,
  undoDeleteMs,
} from '../commands.ts';
import type { LogEvent } from '../events/events.ts';
import type { ThreadId } from '../ids.ts';
import { agentIdSchema, threadIdSchema } from '../ids.ts';
import type { Item, ThreadState } from '../state/thread-state.ts';
import { chatSchema, messageSchema } from './resources.ts';
import { route } from './route.ts';
import { done, jsonOf, pageQuery, pageSchema, position } from './shapes.ts';

/**
 * The folded tree at a position. For a thread whose items were not requested, `itemsBefore` counts the items left out.
 */
interface TreeReply {
  rootId: ThreadId;
  position: number;
  threads: (ThreadState & { itemsBefore: number })[];
}

const chats = '/api/workspaces/{workspaceId}/chats';
const chat = `${chats}/{chatId}` as const;
const opened = z.strictObject({ chatId: threadIdSchema });

/** Chats: a list, and the actions of a person on one. */
export const chatRoutes = {
  listChats: route('GET', chats, 'read', {
    summary: 'Lists the chats of a workspace: pinned ones first, then the newest.',
    query: pageQuery.extend({ title: z.string().max(200).optional() }),
    reply: pageSchema(chatSchema).extend({
      /** Position of the log at the time of reading. A stream from here on misses nothing. */
      position: z.int(),
    }),
  }),
  openChat: route('POST', chats, 'write', {
    startsWork: true,
    summary: 'Opens a chat with its first message.',
    body: z.strictObject({ agentId: agentIdSchema.optional(), text, budget }),
    reply: opened,
    status: 201,
  }),
  importChat: route('POST', `${chats}/import`, 'write', {
    summary: 'Imports an exported chat with its whole tree, under new ids. The body may be the file itself.',
    isLarge: true,
    isStreamed: true,
    body: z.strictObject({
      chat: z.json(),
      /** Without effect: an import always makes new ids. */
      isCopy: z.boolean().optional(),
    }),
    reply: opened.extend({
      title: z.string(),
      threads: z.int(),
      events: z.int(),
      /** Threads whose work was open in the file and was canceled. */
      stopped: z.int(),
    }),
    status: 201,
  }),
  getChat: route('GET', chat, 'read', {
    summary: 'Returns a chat.',
    reply: chatSchema,
  }),
  changeChat: route('PATCH', chat, 'write', {
    summary: 'Renames or pins a chat.',
    body: z
      .strictObject({ title: chatTitleSchema.optional(), isPinned: z.boolean().optional() })
      .refine((body) => Object.keys(body).length > 0, 'no-change'),
    reply: chatSchema,
    cli: {
      verb: 'rename',
      group: 'Organize',
      summary: 'change the title',
      about: 'change the title of a chat.',
      examples: ['rename last "Rents in Norway"'],
      takes: ['title'],
      prints: 'Renamed {chatId} to "{title}".',
    },
  }),
  deleteChat: route('DELETE', chat, 'write', {
    summary:
      'Stops and hides a chat with its whole tree. It is purged after 30 seconds, and can be restored until then.',
    reply: done,
    cli: {
      verb: 'delete',
      group: 'Organize',
      summary: 'cancel and delete a chat',
      about: `cancel all work of a chat, and hide it. After ${undoDeleteMs / 1000} seconds it is removed for good, with its whole tree, by the next process that uses the store.`,
      examples: ['delete last', 'delete thr_0mwiypx'],
      prints: `Deleted "{title}" ({chatId}). Its work is canceled. It can be restored for ${undoDeleteMs / 1000} seconds, then it is removed for good.`,
    },
  }),
  restoreChat: route('POST', `${chat}/restore`, 'write', {
    summary: 'Restores a chat that was deleted less than 30 seconds ago.',
    reply: done,
  }),
  markRead: route('POST', `${chat}/read`, 'write', {
    summary: 'Marks the notices of a chat as read, up to a place in it or all of them.',
    /** Without a place: up to the end. */
    body: z.strictObject({ throughSeq: z.int().min(1).optional() }),
    reply: done,
  }),
  exportChat: route('GET', `${chat}/export`, 'read', {
    summary: 'Exports the whole tree as JSON, which can be imported, or as Markdown.',
    isDownload: true,
    query: z.strictObject({ format: z.enum(['json', 'markdown']).default('json') }),
    reply: { text: 'the export' },
  }),
  getTree: route('GET', `${chat}/tree`, 'read', {
    summary:
      'Returns the folded tree at a position: the rows of all its threads, and the last items of the requested and the running ones.',
    query: z.strictObject({
      /** Threads whose items are requested; the chat's own by default, `all` for the whole tree. */
      threads: z.string().max(10_000).optional(),
      items: z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number)
        .optional(),
    }),
    reply: jsonOf<TreeReply>(),
  }),
  listItems: route('GET', `${chat}/threads/{threadId}/items`, 'read', {
    summary: 'Returns earlier items of a thread, folded.',
    query: z.strictObject({ before: position.optional(), limit: pageQuery.shape.limit }),
    reply: jsonOf<{ items: Item[]; from: number }>(),
  }),
  listEvents: route('GET', `${chat}/events`, 'read', {
    summary: 'Lists the raw events of the whole tree, by position.',
    query: z.strictObject({ after: position.optional(), limit: pageQuery.shape.limit }),
    reply: z.strictObject({ results: z.array(jsonOf<LogEvent>()), cursor: z.string().nullable() }),
  }),
  listMessages: route('GET', `${chat}/messages`, 'read', {
    summary: "Lists the chat's own messages.",
    query: pageQuery,
    reply: pageSchema(messageSchema),
  }),
  sendMessage: route('POST', `${chat}/messages`, 'write', {
    startsWork: true,
    summary: 'Sends a message to a chat. A running chat reads it at its next step.',
    body: z.strictObject({ text, budget }),
    reply: done,
    status: 202,
  }),
  editMessage: route('POST', `${chat}/messages/{messageId}/edit`, 'write', {
    startsWork: true,
    summary: 'Replaces a message, removes everything after it, and answers it.',
    body: z.strictObject({ text, budget }),
    reply: done,
    status: 202,
  }),
  regenerate: route('POST', `${chat}/regenerate`, 'write', {
    startsWork: true,
    summary: 'Answers the last message again.',
    reply: done,
    status: 202,
  }),
  cancelChat: route('POST', `${chat}/cancel`, 'write', {
    summary: 'Cancels the whole tree.',
    reply: done,
  }),
} as const;
