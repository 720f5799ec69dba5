import { z } from 'zod';
import { messageBudgetSchema as budget, chatTitleSchema, messageTextSchema as text } from '../commands.ts';
import type { Event } from '../events/events.ts';
import type { ThreadId } from '../ids.ts';
import { agentIdSchema, threadIdSchema } from '../ids.ts';
import type { Item, ThreadState } from '../state/thread-state.ts';
import { chatSchema, messageSchema } from './resources.ts';
import { route } from './route.ts';
import { done, jsonOf, pageOf, pageQuery, places, position } from './shapes.ts';

/** The folded tree at a position. Of a thread that was not asked for, `itemsBefore` counts the items left out. */
interface TreeReply {
  rootId: ThreadId;
  position: number;
  threads: (ThreadState & { itemsBefore: number })[];
}

const chats = '/api/workspaces/{workspaceId}/chats';
const chat = `${chats}/{chatId}` as const;
const opened = z.strictObject({ chatId: threadIdSchema });

/** Chats: a list, and what a person does with one. */
export const chatRoutes = {
  listChats: route('GET', chats, {
    policy: 'read',
    summary: 'The chats of a workspace, pinned ones first, then by time.',
    params: places.workspace,
    query: pageQuery.extend({ title: z.string().max(200).optional() }),
    reply: pageOf(chatSchema).extend({
      /** Where the log stood: a stream from here on misses nothing. */
      position: z.int(),
    }),
  }),
  openChat: route('POST', chats, {
    startsWork: true,
    policy: 'write',
    summary: 'A new chat with its first message.',
    params: places.workspace,
    body: z.strictObject({ agentId: agentIdSchema.optional(), text, budget }),
    reply: opened,
    status: 201,
  }),
  importChat: route('POST', `${chats}/import`, {
    policy: 'write',
    summary: 'Imports an exported chat with its whole tree, under new ids. The body may be the file itself.',
    params: places.workspace,
    isLarge: true,
    isStreamed: true,
    body: z.strictObject({
      chat: z.json(),
      /** Without effect: an import always has ids of its own. */
      isCopy: z.boolean().optional(),
    }),
    reply: opened.extend({
      title: z.string(),
      threads: z.int(),
      events: z.int(),
      /** Threads whose work was open in the file, and was stopped. */
      stopped: z.int(),
    }),
    status: 201,
  }),
  getChat: route('GET', chat, {
    policy: 'read',
    summary: 'One chat.',
    params: places.chat,
    reply: chatSchema,
  }),
  changeChat: route('PATCH', chat, {
    policy: 'write',
    summary: 'Renames or pins a chat.',
    params: places.chat,
    body: z
      .strictObject({ title: chatTitleSchema.optional(), isPinned: z.boolean().optional() })
      .refine((body) => Object.keys(body).length > 0, 'Give a title, isPinned, or both.'),
    reply: chatSchema,
  }),
  deleteChat: route('DELETE', chat, {
    policy: 'write',
    summary:
      'Stops and hides a chat with its whole tree. It is purged after 30 seconds, and can be restored until then.',
    params: places.chat,
    reply: done,
  }),
  restoreChat: route('POST', `${chat}/restore`, {
    policy: 'write',
    summary: 'Takes back a deletion that is less than 30 seconds old.',
    params: places.chat,
    reply: done,
  }),
  markRead: route('POST', `${chat}/read`, {
    policy: 'write',
    summary: 'A person has seen the chat, up to a place in it or up to its end: its notices are no longer unread.',
    params: places.chat,
    /** Up to its end without a place. */
    body: z.strictObject({ throughSeq: z.int().min(1).optional() }),
    reply: done,
  }),
  exportChat: route('GET', `${chat}/export`, {
    policy: 'read',
    summary: 'The whole tree as JSON, which can be imported, or as Markdown.',
    isDownload: true,
    params: places.chat,
    query: z.strictObject({ format: z.enum(['json', 'markdown']).default('json') }),
    reply: { text: 'the export' },
  }),
  getTree: route('GET', `${chat}/tree`, {
    policy: 'read',
    summary:
      'The folded tree at a position: the rows of all its threads, and the last items of the chosen ones and of those at work.',
    params: places.chat,
    query: z.strictObject({
      /** Threads whose items are wanted; the chat's own by default, `all` for the whole tree. */
      threads: z.string().max(10_000).optional(),
      items: z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number)
        .optional(),
    }),
    reply: jsonOf<TreeReply>(),
  }),
  listItems: route('GET', `${chat}/threads/{threadId}/items`, {
    policy: 'read',
    summary: 'Older items of a thread, folded, for scrolling back.',
    params: places.chat.extend({ threadId: threadIdSchema }),
    query: z.strictObject({ before: position.optional(), limit: pageQuery.shape.limit }),
    reply: jsonOf<{ items: Item[]; from: number }>(),
  }),
  listEvents: route('GET', `${chat}/events`, {
    policy: 'read',
    summary: 'The raw events of the whole tree, by position.',
    params: places.chat,
    query: z.strictObject({ after: position.optional(), limit: pageQuery.shape.limit }),
    reply: z.strictObject({ results: z.array(jsonOf<Event>()), cursor: z.string().nullable() }),
  }),
  listMessages: route('GET', `${chat}/messages`, {
    policy: 'read',
    summary: "The chat's own messages.",
    params: places.chat,
    query: pageQuery,
    reply: pageOf(messageSchema),
  }),
  sendMessage: route('POST', `${chat}/messages`, {
    startsWork: true,
    policy: 'write',
    summary: 'Words into the chat. A chat at work takes them up at its next step.',
    params: places.chat,
    body: z.strictObject({ text, budget }),
    reply: done,
    status: 202,
  }),
  editMessage: route('POST', `${chat}/messages/{messageId}/edit`, {
    startsWork: true,
    policy: 'write',
    summary: 'Replaces a message and everything after it, and goes on from there.',
    params: places.message,
    body: z.strictObject({ text, budget }),
    reply: done,
    status: 202,
  }),
  regenerate: route('POST', `${chat}/regenerate`, {
    startsWork: true,
    policy: 'write',
    summary: 'Answers the last message again.',
    params: places.chat,
    reply: done,
    status: 202,
  }),
  cancelChat: route('POST', `${chat}/cancel`, {
    policy: 'write',
    summary: 'Stops the whole tree.',
    params: places.chat,
    reply: done,
  }),
} as const;
