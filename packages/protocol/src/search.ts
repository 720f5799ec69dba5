import { z } from 'zod';
import { agentIdSchema, taskIdSchema, threadIdSchema } from './ids.ts';

/** What words can be found in: nothing that only a model reads, such as system prompts and reasoning. */
export const searchKinds = ['title', 'message', 'instruction', 'answer', 'result', 'question', 'reply'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** A piece of a text, with the places in it to mark: from a character, and up to another. */
const snippetSchema = z.strictObject({
  text: z.string(),
  marks: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
});
export type Snippet = z.infer<typeof snippetSchema>;

/** A task on the way from the chat down to where something was found. */
const pathStepSchema = z.strictObject({
  threadId: threadIdSchema,
  taskId: taskIdSchema,
  title: z.string(),
  agentName: z.string(),
});

const searchHitSchema = z.strictObject({
  kind: z.enum(searchKinds),
  at: z.int(),
  threadId: threadIdSchema,
  /** Whose thread it is; null for the chat's own. */
  taskId: taskIdSchema.nullable(),
  agentId: agentIdSchema,
  agentName: z.string(),
  path: z.array(pathStepSchema),
  snippet: snippetSchema,
});
export type SearchHit = z.infer<typeof searchHitSchema>;

const searchGroupSchema = z.strictObject({
  chatId: threadIdSchema,
  title: z.string(),
  hits: z.array(searchHitSchema),
});
export type SearchGroup = z.infer<typeof searchGroupSchema>;

export const searchPageSchema = z.strictObject({
  /** Chats by their best hit. */
  results: z.array(searchGroupSchema),
  cursor: z.string().nullable(),
  /** False while a store that was never searched before is still being read. */
  isComplete: z.boolean(),
});
export type SearchPage = z.infer<typeof searchPageSchema>;
