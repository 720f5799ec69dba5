import { localWorkspaceId } from '@retinue/protocol';
import type { CommandInput } from '../arguments.ts';
import { findChatOrThread } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import type { Followed } from '../follow/follow-chats.ts';
import { followChats } from '../follow/follow-chats.ts';
import { readBudget } from '../settings/read-budget.ts';

/** Sends a message to a chat or a sub-agent, and follows the chat. */
export async function sendText(context: Context, { given }: CommandInput): Promise<Followed> {
  const { chat = '', text = '' } = given;
  const budget = given.budget === undefined ? undefined : readBudget(given.budget);
  return followChats(context, async (client) => {
    const { chatId, threadId } = await findChatOrThread(client, chat);
    const params = { workspaceId: localWorkspaceId, chatId };
    const act = () =>
      threadId === chatId
        ? client.sendMessage({ params, body: { text, budget } })
        : client.steerSubAgent({ params: { ...params, threadId }, body: { text } });
    return { chatIds: [chatId], isOwn: true, act };
  });
}
