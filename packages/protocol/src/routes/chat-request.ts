import { z } from 'zod';
import { messageTextSchema } from '../commands.ts';
import { agentIdSchema } from '../ids.ts';

/*
 * The body of `POST /api/chat` as the AI SDK's DefaultChatTransport sends it. It carries the whole chat each time; the
 * log is the truth here, so only the last message is read and the others are merely passed over.
 */
const maxIdLength = 200;
const partSchema = z.looseObject({ type: z.string() });
const messageSchema = z.looseObject({
  id: z.string().max(maxIdLength).optional(),
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(partSchema),
});

const fieldSchemas = {
  /** A chat of ours (`thr_…`), or any id that the client made. */
  id: z.string().min(1, 'The chat has no id.').max(maxIdLength, `A chat id has ${maxIdLength} characters at most.`),
  messages: z.array(messageSchema).min(1, 'There is no message to answer.'),
  trigger: z.enum(['submit-message', 'regenerate-message']),
  messageId: z.string().max(maxIdLength).optional(),
  agentId: agentIdSchema.optional(),
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

function problemOf(message: z.infer<typeof messageSchema> | undefined): string | null {
  if (message?.role !== 'user')
    return 'The last message is not from a person. Tools run on the server: send a message.';
  const other = message.parts.find(({ type }) => type !== 'text');
  if (other?.type === 'file') return 'Files cannot be sent here yet. Send text only.';
  if (other) return `A message may hold text only, not "${other.type}".`;
  const text = messageTextSchema.safeParse(textOfMessage(message));
  return text.success ? null : (text.error.issues[0]?.message ?? 'The message cannot be taken.');
}

export function textOfMessage(message: z.infer<typeof messageSchema> | undefined): string {
  const texts = message?.parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  return texts?.join('\n\n') ?? '';
}

function unknownFieldWords(keys: readonly string[]): string {
  const known = Object.keys(fieldSchemas).join(', ');
  return `Unknown ${keys.length === 1 ? 'field' : 'fields'} ${keys.join(', ')}. The fields are: ${known}.`;
}
