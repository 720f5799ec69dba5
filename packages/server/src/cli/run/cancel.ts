import { localWorkspaceId } from '@retinue/protocol';
import type { CommandInput } from '../arguments.ts';
import { findChatOrThread, findNamedTask } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit.ts';
import type { Followed } from '../follow/follow-chats.ts';
import { followChats } from '../follow/follow-chats.ts';

/** Cancels a chat, a sub-agent or a task with everything below it. Succeeds once that has ended, whatever its outcome. */
export async function cancel(context: Context, { given: { target = '' } }: CommandInput): Promise<Followed> {
  const followed = await followChats(context, async (client) => {
    const find = target.startsWith('task_') ? findNamedTask : findChatOrThread;
    const { chatId, ...found } = await find(client, target);
    const params = { workspaceId: localWorkspaceId, chatId };
    const act = () => {
      if ('taskId' in found) return client.cancelTask({ params: { ...params, ...found } });
      if (found.threadId === chatId) return client.cancelChat({ params });
      return client.cancelSubAgent({ params: { ...params, threadId: found.threadId } });
    };
    return { chatIds: [chatId], isOwn: true, act };
  });
  return followed.ending.reason === 'settled' ? { ...followed, code: exitCodes.ok } : followed;
}
