import { createHash } from 'node:crypto';
import type { AgentId, ThreadId, WorkspaceId } from '@retinue/protocol';
import { agentIdSchema, commandSchemas, threadIdSchema, workspaceIdSchema } from '@retinue/protocol';
import { z } from 'zod';

/*
 * The body of `POST /api/chat` as the AI SDK's DefaultChatTransport sends it. It carries the whole chat each time; the
 * log is the truth here, so only the last message is read and the others are merely passed over.
 */
const longestId = 200;
const partSchema = z.looseObject({ type: z.string() });
const messageSchema = z.looseObject({
  id: z.string().max(longestId).optional(),
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(partSchema),
});

const fieldSchemas = {
  /** A chat of ours (`thr_…`), or any id that the client made. */
  id: z.string().min(1, 'The chat has no id.').max(longestId, `A chat id has ${longestId} characters at most.`),
  messages: z.array(messageSchema).min(1, 'There is no message to answer.'),
  trigger: z.enum(['submit-message', 'regenerate-message']),
  messageId: z.string().max(longestId).optional(),
  agentId: agentIdSchema.optional(),
  workspaceId: workspaceIdSchema.optional(),
};

export const chatRequestSchema = z
  .strictObject(fieldSchemas, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownFieldWords(issue.keys) : undefined),
  })
  .superRefine((request, context) => {
    const problem = problemOf(request.messages.at(-1));
    if (problem) context.addIssue({ code: 'custom', path: ['messages'], message: problem });
  });
export type ChatRequest = z.infer<typeof chatRequestSchema>;

export interface ChatWish {
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
  /** The client's name for the message that is to be answered again or replaced. */
  messageId: string | null;
  /** Which of the person's messages this is, from 1, as the client counts them. */
  ordinal: number;
  agentId: AgentId | null;
  workspaceId: WorkspaceId | null;
  /** With it a request that is sent again has one effect; null if the client gave its message no id. */
  once: { key: string; request: string } | null;
}

export function wishOf(request: ChatRequest): ChatWish {
  const { id, messages, trigger, messageId, agentId, workspaceId } = request;
  const last = messages.at(-1);
  const text = textOf(last);
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
    workspaceId: workspaceId ?? null,
    once: isNew && last?.id ? { key: `chat-${digest(id, last.id)}`, request: digest(id, text) } : null,
  };
}

/** The same thread for the same client-made id, so that a first request that is sent again can't open a second chat. */
export function threadIdOfChat(workspaceId: WorkspaceId, chatId: string): ThreadId {
  const own = threadIdSchema.safeParse(chatId);
  return own.success ? own.data : threadIdSchema.parse(`thr_${digest(workspaceId, chatId)}`);
}

function problemOf(message: z.infer<typeof messageSchema> | undefined): string | null {
  if (message?.role !== 'user')
    return 'The last message is not from a person. Tools run on the server: send a message.';
  const other = message.parts.find(({ type }) => type !== 'text');
  if (other?.type === 'file') return 'Files cannot be sent here yet. Send text only.';
  if (other) return `A message may hold text only, not "${other.type}".`;
  const text = commandSchemas.sendMessage.shape.text.safeParse(textOf(message));
  return text.success ? null : (text.error.issues[0]?.message ?? 'The message cannot be taken.');
}

function textOf(message: z.infer<typeof messageSchema> | undefined): string {
  const texts = message?.parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  return texts?.join('\n\n') ?? '';
}

function unknownFieldWords(keys: readonly string[]): string {
  const known = Object.keys(fieldSchemas).join(', ');
  return `Unknown ${keys.length === 1 ? 'field' : 'fields'} ${keys.join(', ')}. The fields are: ${known}.`;
}

function digest(...texts: string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32);
}
