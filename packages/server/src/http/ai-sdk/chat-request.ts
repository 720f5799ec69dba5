import { createHash } from 'node:crypto';
import type { AgentId, ChatRequest, ThreadId, WorkspaceId } from '@retinue/protocol';
import { textOfMessage, threadIdSchema } from '@retinue/protocol';

export interface ChatSend {
  /**
   * - `open`: the first message of a chat whose id the client made;
   * - `send`: another message;
   * - `regenerate`: another answer to the message;
   * - `edit`: the message in place of the one with `messageId`.
   */
  kind: 'open' | 'send' | 'regenerate' | 'edit';
  text: string;
  /** The client's own id of the chat, or ours. */
  chatId: string;
  /** The client's name for the message to answer again or to replace. */
  messageId: string | null;
  /** Which of the person's messages this is, from 1, as the client counts them. */
  ordinal: number;
  agentId: AgentId | null;
  /** Gives a repeated request one effect; null if the client gave its message no id. */
  idempotency: { key: string; request: string } | null;
}

export function chatSendOf(request: ChatRequest): ChatSend {
  const { id, messages, trigger, messageId, agentId } = request;
  const last = messages.at(-1);
  const text = textOfMessage(last);
  const isRegenerate = trigger === 'regenerate-message';
  const isFirst = messages.length === 1 && !threadIdSchema.safeParse(id).success;
  const kind = isRegenerate ? 'regenerate' : messageId !== undefined ? 'edit' : isFirst ? 'open' : 'send';
  const isNew = kind === 'open' || kind === 'send';
  return {
    kind,
    text,
    chatId: id,
    messageId: messageId ?? null,
    ordinal: messages.filter(({ role }) => role === 'user').length,
    agentId: agentId ?? null,
    idempotency: isNew && last?.id ? { key: `chat-${digest(id, last.id)}`, request: digest(id, text) } : null,
  };
}

/** The same thread for the same client-made id, so that a repeated first request can't open a second chat. */
export function threadIdOfChat(workspaceId: WorkspaceId, chatId: string): ThreadId {
  const own = threadIdSchema.safeParse(chatId);
  return own.success ? own.data : threadIdSchema.parse(`thr_${digest(workspaceId, chatId)}`);
}

function digest(...texts: string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32);
}
