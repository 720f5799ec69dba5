import type { Chat, Client, Routes, TaskId, ThreadId } from '@retinue/protocol';
import { localWorkspaceId, taskIdSchema, threadIdSchema } from '@retinue/protocol';
import { usageError } from '../exit.ts';

/* Finds the chat, thread or task that a person names by an id, by the beginning of an id, or as `last`. */

const params = { workspaceId: localWorkspaceId };
type ApiClient = Client<Routes>;

/** One connection for the duration of `use`. */
export function allChats(client: ApiClient): AsyncGenerator<Chat> {
  return allPages((cursor) => client.listChats({ params, query: cursor ? { cursor } : {} }));
}

export async function* allPages<Item>(
  page: (cursor: string | null) => Promise<{ results: Item[]; cursor: string | null }>,
): AsyncGenerator<Item> {
  let cursor: string | null = null;
  do {
    const { results, cursor: next }: Awaited<ReturnType<typeof page>> = await page(cursor);
    yield* results;
    cursor = next;
  } while (cursor !== null);
}

export async function findChat(client: ApiClient, named: string): Promise<ThreadId> {
  if (named === 'last') return newestChat(client);
  const found: ThreadId[] = [];
  for await (const { chatId } of allChats(client)) {
    if (chatId === named) return chatId;
    if (chatId.startsWith(named) || chatId.startsWith(`thr_${named}`)) found.push(chatId);
  }
  const [chatId] = found;
  if (!chatId) throw usageError(`There is no chat "${named}". \`list\` shows all chats.`);
  if (found.length === 1) return chatId;
  throw usageError(`${found.length} chats begin with "${named}". Give more of the id. \`list\` shows all chats.`);
}

async function newestChat(client: ApiClient): Promise<ThreadId> {
  let newest: Chat | null = null;
  for await (const chat of allChats(client)) {
    if (!newest || chat.openedPosition > newest.openedPosition) newest = chat;
    if (!chat.isPinned) break;
  }
  if (!newest) throw usageError('There are no chats yet. Start one with: run "<prompt>"');
  return newest.chatId;
}

export interface FoundThread {
  chatId: ThreadId;
  threadId: ThreadId;
}

/** Any thread by its whole id; a chat also by the beginning of its id, or as `last`. */
export async function findChatOrThread(client: ApiClient, named: string): Promise<FoundThread> {
  const threadId = threadIdSchema.safeParse(named).data;
  const chatId = threadId && (await chatOf(client, threadId));
  if (threadId && chatId) return { chatId, threadId };
  const found = await findChat(client, named);
  return { chatId: found, threadId: found };
}

/** A thread by its id, the id of its task, the beginning of either, or as `last`. */
export async function findThread(client: ApiClient, named: string): Promise<FoundThread> {
  if (named === 'last') return findChatOrThread(client, named);
  // A task and its child thread have the same suffix.
  const suffix = named.replace(/^(thr|task)_/, '');
  const results = suffix === '' ? [] : await find(client, `thr_${suffix}`);
  const found = results.find(({ id }) => id === `thr_${suffix}`) ?? results[0];
  if (!found) throw usageError(`There is no thread "${named}". \`list\` shows all chats, \`tree\` their threads.`);
  if (results.length === 1 || found.id === `thr_${suffix}`)
    return { chatId: found.chatId, threadId: threadIdSchema.parse(found.id) };
  const shown = results.slice(0, maxShown).map(({ id }) => id);
  const more = results.length > maxShown ? ', …' : '';
  throw usageError(`Several threads begin with "${named}": ${shown.join(', ')}${more}. Give more of the id.`);
}

export async function findNamedTask(client: ApiClient, named: string): Promise<{ chatId: ThreadId; taskId: TaskId }> {
  const taskId = taskIdSchema.safeParse(named).data;
  const chatId = taskId && (await chatOf(client, taskId));
  if (taskId && chatId) return { chatId, taskId };
  throw usageError(`There is no task "${named}". \`tree\` shows the tasks of a chat.`);
}

/** The chat of a thread, task or question. */
export async function chatOf(client: ApiClient, id: string): Promise<ThreadId | null> {
  return (await find(client, id)).find((found) => found.id === id)?.chatId ?? null;
}

async function find(client: ApiClient, id: string) {
  if (id.length > maxIdLength) return [];
  return (await client.findById({ params, query: { id } })).results;
}

const maxShown = 4;
const maxIdLength = 100;
