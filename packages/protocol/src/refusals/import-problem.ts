import { z } from 'zod';
import { codeOption } from '../schemas/code-option.ts';
import { misfitSchema } from '../schemas/misfit.ts';

/** Bounds of JSON from outside, and of a chat to import. */
const jsonLimits = [
  'values',
  'values-in-one',
  'nesting',
  'value-bytes',
  'result-bytes',
  'messages',
  'parts',
  'events',
  'threads',
  'depth',
  'calls-of-step',
  'open-work',
] as const;
export type JsonLimit = (typeof jsonLimits)[number];

const text = z.string();
const count = z.int();

/** Why a file is no chat that can be imported. Ids are those of the file. */
export const importProblemSchema = z.discriminatedUnion('code', [
  codeOption('no-export', {}),
  codeOption('other-version', { version: z.unknown(), known: z.array(count) }),
  codeOption('too-many', { limit: z.enum(jsonLimits), max: count }),
  codeOption('too-slow', { minutes: count }),
  codeOption('bad-time', {}),
  codeOption('no-events', {}),
  codeOption('no-blobs', {}),
  codeOption('blobs-first', {}),
  codeOption('bad-blobs', {}),
  codeOption('field-twice', { name: text }),
  codeOption('unknown-field', { name: text }),
  /** An event by its number in the file. */
  codeOption('unreadable-event', { number: count, misfit: misfitSchema }),
  codeOption('no-chat-opened', {}),
  codeOption('several-chats', { rootId: text, firstId: text }),
  codeOption('out-of-order', { threadId: text, seq: count, dueSeq: count }),
  codeOption('other-agent', { threadId: text, agentId: text }),
  codeOption('agent-twice', { threadId: text, path: z.array(text) }),
  /** The error of the fold. */
  codeOption('unfoldable', { threadId: text, quote: text }),
  codeOption('missing-blob', { hash: text }),
  codeOption('changed-blob', { hash: text }),
  /** The finding of `verify`, which is a report for people. */
  codeOption('inconsistent', { quote: text }),
]);
export type ImportProblem = z.infer<typeof importProblemSchema>;
export type ImportProblemOf<Code extends ImportProblem['code']> = Extract<ImportProblem, { code: Code }>;
