import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import type { Failure } from './exit.ts';
import { wrongUsage } from './exit.ts';

type Log = Retinue['log'];
export type Chat = Awaited<ReturnType<Log['readModels']['chats']>>[number];

/** The chat that somebody means by `last`, by its id, or by enough of its id to be the only one. */
export async function findChat(log: Log, meant: string): Promise<ThreadId | Failure> {
  if (meant === 'last') return newestChat(log);
  const found: Chat[] = [];
  for await (const chat of allChats(log)) {
    if (chat.threadId === meant) return chat.threadId;
    if (chat.threadId.startsWith(meant) || chat.threadId.startsWith(`thr_${meant}`)) found.push(chat);
  }
  const [chat] = found;
  if (chat && found.length === 1) return chat.threadId;
  if (chat)
    return wrongUsage(
      `"${meant}" is the beginning of ${found.length} chats. Give more of the id; \`list\` shows them all.`,
    );
  return wrongUsage(`There is no chat "${meant}". \`list\` shows which there are.`);
}

async function newestChat(log: Log): Promise<ThreadId | Failure> {
  let newest: Chat | null = null;
  for await (const chat of allChats(log)) {
    if (!newest || chat.openedPosition > newest.openedPosition) newest = chat;
    if (!chat.isPinned) break;
  }
  return newest?.threadId ?? wrongUsage('There is no chat yet. Begin one with: run "<prompt>"');
}

/** Pinned ones first, then the newest. */
export async function* allChats(log: Log): AsyncGenerator<Chat> {
  for (let offset = 0; ; offset += pageSize) {
    const page = await log.readModels.chats(localWorkspaceId, { limit: pageSize, offset });
    yield* page;
    if (page.length < pageSize) return;
  }
}

const pageSize = 200;
