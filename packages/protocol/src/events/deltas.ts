import { z } from 'zod';
import type { ThreadId } from '../ids.ts';
import { callIdSchema, threadIdSchema } from '../ids.ts';

/*
 * A delta is a piece of a step that is still being written: live only, never stored. Its offset counts the characters
 * of the attempt before it, so a late reader can tell which part is new.
 */
const deltaPlace = {
  threadId: threadIdSchema,
  rootId: threadIdSchema,
  step: z.int().min(1),
  attempt: z.int().min(1),
  offset: z.int().min(0),
};
export const deltaSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...deltaPlace, type: z.literal('text'), text: z.string() }),
  z.strictObject({ ...deltaPlace, type: z.literal('reasoning'), text: z.string() }),
  z.strictObject({ ...deltaPlace, type: z.literal('call'), callId: callIdSchema, name: z.string(), text: z.string() }),
]);
export type Delta = z.infer<typeof deltaSchema>;

export type DraftPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; callId: z.infer<typeof callIdSchema>; name: string; text: string };

/** The text of a step so far. */
export interface Draft {
  step: number;
  attempt: number;
  offset: number;
  parts: DraftPart[];
}

/** Null when the delta does not follow: the reader lacks a part and must fetch the draft again. */
export function foldDraft(draft: Draft | null, delta: Delta): Draft | null {
  const begun = draft && draft.step === delta.step && draft.attempt === delta.attempt ? draft : emptyDraft(delta);
  const end = delta.offset + delta.text.length;
  if (delta.offset > begun.offset) return null;
  if (end < begun.offset || (end === begun.offset && delta.text.length > 0)) return begun;
  const fresh = delta.text.slice(begun.offset - delta.offset);
  return { ...begun, offset: end, parts: grow(begun.parts, delta, fresh) };
}

/** The pieces of a draft beyond what a reader has of it. A call that has no arguments yet is a piece without text. */
export function deltasAfter(place: { threadId: ThreadId; rootId: ThreadId }, draft: Draft, has: Draft | null): Delta[] {
  const known = has?.step === draft.step && has.attempt === draft.attempt ? has : null;
  if (known === draft) return [];
  const { step, attempt } = draft;
  const deltas: Delta[] = [];
  let offset = 0;
  for (const [index, part] of draft.parts.entries()) {
    const end = offset + part.text.length;
    const start = Math.max(offset, known?.offset ?? 0);
    const isNew = end > start || (part.text === '' && index >= (known?.parts.length ?? 0));
    const text = part.text.slice(start - offset);
    if (isNew) deltas.push({ ...place, step, attempt, ...part, offset: start, text });
    offset = end;
  }
  return deltas;
}

function grow(parts: DraftPart[], delta: Delta, text: string): DraftPart[] {
  const last = parts.at(-1);
  const joins =
    last?.type === delta.type && (last.type !== 'call' || (delta.type === 'call' && last.callId === delta.callId));
  if (last && joins) return [...parts.slice(0, -1), { ...last, text: last.text + text }];
  if (delta.type === 'call') return [...parts, { type: 'call', callId: delta.callId, name: delta.name, text }];
  return [...parts, { type: delta.type, text }];
}

function emptyDraft({ step, attempt }: Delta): Draft {
  return { step, attempt, offset: 0, parts: [] };
}
