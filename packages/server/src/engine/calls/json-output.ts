import type { Json } from '../../ports/model.ts';
import { depthOf } from './parse-args.ts';

/**
 * Turns what a tool returned into the JSON that the log keeps. The one place where a tool's output enters: the process
 * that ran the tool then sees exactly what a later process reads.
 */
export function toJsonOutput(value: unknown): { value: Json; text: string } {
  if (typeof value === 'string') return { value, text: value };
  const text = stringify(value) ?? 'null';
  // Deeper values stay text, because code that walks them runs out of stack.
  return { value: depthOf(text) > maxOutputDepth ? text : (JSON.parse(text) as Json), text };
}

function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new Error(`The tool ran, but its result can't be stored as JSON: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  const message = describeError(error);
  if (error instanceof RangeError) return 'it is nested too deeply or too large';
  if (/BigInt/.test(message)) return 'it holds a BigInt, which JSON does not have';
  if (/circular|cyclic/i.test(message)) return 'it contains itself';
  return message.replace(/[.\s]+$/, '');
}

/** Tools throw anything, also values that can't be turned into text. */
export function describeError(error: unknown): string {
  try {
    const message = error instanceof Error ? error.message : error;
    if (message !== undefined && message !== null && String(message).trim() !== '') return String(message);
  } catch {
    // Falls through: it has no text.
  }
  return 'The tool failed without a message.';
}

const maxOutputDepth = 64;
