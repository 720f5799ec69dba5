import { z } from 'zod';
import { messageTextSchema } from '../commands.ts';
import { agentIdSchema } from '../ids.ts';

/*
 * The body of `POST /api/chat` as the AI SDK's DefaultChatTransport sends it. It carries the whole chat each time. The
 * log is authoritative, so only the last message is read and the others are skipped.
 */
const maxIdLength = 200;
const partSchema = z.looseObject({ type: z.string() });
const messageSchema = z.looseObject({
  id: z.string().max(maxIdLength).optional(),
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(partSchema),
});

const fieldSchemas = {
  /** A chat's own id (`thr_…`), or any id that the client made. */
  id: z.string().min(1).max(maxIdLength),
  messages: z.array(messageSchema).min(1),
  trigger: z.enum(['submit-message', 'regenerate-message']),
  messageId: z.string().max(maxIdLength).optional(),
  agentId: agentIdSchema.optional(),
};

export const chatRequestSchema = z.strictObject(fieldSchemas).superRefine(({ messages }, context) => {
  const issue = issueOf(messages.at(-1));
  if (issue) context.addIssue({ code: 'custom', path: ['messages'], ...issue });
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

function issueOf(
  message: z.infer<typeof messageSchema> | undefined,
): { message: string; params?: object | undefined } | null {
  if (message?.role !== 'user') return { message: 'not-from-person' };
  const other = message.parts.find(({ type }) => type !== 'text');
  if (other) return { message: 'only-text', params: { type: other.type } };
  const [issue] = messageTextSchema.safeParse(textOfMessage(message)).error?.issues ?? [];
  return issue ? { message: issue.message, params: issue.code === 'custom' ? issue.params : undefined } : null;
}

export function textOfMessage(message: z.infer<typeof messageSchema> | undefined): string {
  const texts = message?.parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  return texts?.join('\n\n') ?? '';
}
