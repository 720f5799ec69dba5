import type { ThreadId } from '@retinue/protocol';
import type { Retinue } from '../../packages/server/src/main.ts';
import { writeChat } from './chat-store.ts';

/** About fifty events each: a question, two tasks of three calls, an answer. */
const grownChatShape = { turns: 1, tasks: 2, calls: 3 };

/** Writes many chats through the log, in parallel, so that they share transactions. Returns their ids, oldest first. */
export async function writeChats(retinue: Retinue, count: number): Promise<ThreadId[]> {
  const chatIds: ThreadId[] = [];
  for (let written = 0; written < count; written += chatsAtOnce) {
    const batch = Array.from({ length: Math.min(chatsAtOnce, count - written) }, () =>
      writeChat(retinue, grownChatShape, 'turns'),
    );
    chatIds.push(...(await Promise.all(batch)));
  }
  return chatIds;
}

const chatsAtOnce = 64;
