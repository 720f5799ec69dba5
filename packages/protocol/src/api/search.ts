import { z } from 'zod';
import { agentIdSchema, taskIdSchema, threadIdSchema } from '../ids.ts';
import { route } from './route.ts';
import { pageQuery } from './shapes.ts';

/** Texts that can be searched: everything except text that only a model reads, such as system prompts and reasoning. */
const searchKinds = ['title', 'message', 'instruction', 'answer', 'result', 'question', 'reply'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** A piece of a text, with the ranges to mark: from a character, and up to another. */
const snippetSchema = z.strictObject({
  text: z.string(),
  marks: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
});
export type Snippet = z.infer<typeof snippetSchema>;

/** A task on the path from the chat down to the hit. */
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
  /** Agent of the thread; null for the chat's own. */
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

const searchPageSchema = z.strictObject({
  /** Chats, ordered by their best hit. */
  results: z.array(searchGroupSchema),
  cursor: z.string().nullable(),
  /** False while the first index of a store is still being built. */
  isComplete: z.boolean(),
});
export type SearchPage = z.infer<typeof searchPageSchema>;

export const searchRoutes = {
  search: route('GET', '/api/workspaces/{workspaceId}/search', 'read', {
    summary:
      'Searches titles, messages, instructions, answers, results and questions, at any depth of any chat. Quotes mark a phrase, `-word` excludes a word, and the last word may be unfinished.',
    query: z.strictObject({ q: z.string().max(500), limit: pageQuery.shape.limit, cursor: pageQuery.shape.cursor }),
    reply: searchPageSchema,
  }),
} as const;
