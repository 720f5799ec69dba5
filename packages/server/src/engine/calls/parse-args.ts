import { boundMisfits, quotedMisfitsIn, type Reason } from '@retinue/protocol';
import type { z } from 'zod';
import type { Json } from '../../ports/engine/model.ts';

export type Parsed<Value> = { value: Value; problem: null } | { value: null; problem: Reason };

/**
 * Parses a model's arguments. Broken or absurdly deep ones are a problem with a message, so that the model can repair
 * them.
 */
export function parseArgs(text: string): Parsed<Json> {
  if (depthOf(text) > maxArgsDepth)
    return { value: null, problem: { code: 'arguments-too-deep', maxDepth: maxArgsDepth } };
  try {
    return { value: JSON.parse(text === '' ? '{}' : text) as Json, problem: null };
  } catch (error) {
    return {
      value: null,
      // The message quotes the text, and may cut a character in two.
      problem: { code: 'arguments-no-json', problem: (error as Error).message.toWellFormed() },
    };
  }
}

export function checkArgs<Schema extends z.ZodType>(schema: Schema, args: Json): Parsed<z.output<Schema>> {
  const checked = schema.safeParse(args);
  if (checked.success) return { value: checked.data, problem: null };
  const problem = boundMisfits(quotedMisfitsIn(checked.error));
  return { value: null, problem: { code: 'arguments-misfit', problem } };
}

const maxArgsDepth = 64;

/** A single pass by hand: a pattern for strings takes quadratic time when the last string never ends. */
export function depthOf(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') inString = !inString;
    else if (inString) index += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') maxDepth = Math.max(maxDepth, ++depth);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return maxDepth;
}
