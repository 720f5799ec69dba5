import type { Refusal } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { DamagedThreadError } from '../ports/log/damage.ts';
import type { InChat } from './load.ts';

/** A chat whose own thread is damaged takes no event, so only its row says that it was deleted or restored. */
export async function hideDamaged(
  { services: { log }, context, params: { chatId } }: InChat,
  error: DamagedThreadError,
  hiddenAt: number | null,
): Promise<Record<string, never> | Refusal> {
  if (error.threadId !== chatId) throw error;
  if (!(await log.damage.hide(context.workspaceId, chatId, hiddenAt)))
    return refuse('no-such-thread', { threadId: chatId });
  context.touchChat(chatId);
  return {};
}
