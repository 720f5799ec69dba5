import type { Reason, ReasonOf } from '@retinue/protocol';
import { reasonText } from '@retinue/protocol';
import type { Json } from '../../ports/engine/model.ts';
import { depthOf } from './parse-args.ts';

/**
 * Turns a tool's output into the JSON that the log keeps. Tool output enters only here, so the process that ran the
 * tool sees exactly the same value as a later process.
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
    throw new ToolFailure({ code: 'output-no-json', ...problemOf(error) });
  }
}

function problemOf(error: unknown): Omit<ReasonOf<'output-no-json'>, 'code'> {
  const text = textOfError(error) ?? '';
  if (error instanceof RangeError) return { problem: 'too-deep' };
  if (/BigInt/.test(text)) return { problem: 'bigint' };
  if (/circular|cyclic/i.test(text)) return { problem: 'circular' };
  return { problem: 'other', text: text.replace(/[.\s]+$/, '') };
}

/** Ends a call for a reason of ours. */
export class ToolFailure extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reasonText(reason));
    this.reason = reason;
  }
}

/** The reason of anything that a tool threw. */
export function reasonOfError(error: unknown): Reason {
  if (error instanceof ToolFailure) return error.reason;
  const text = textOfError(error);
  return text === null ? { code: 'tool-failed' } : { code: 'tool-error', text };
}

/** The message of anything that was thrown; null for none. */
export function textOfError(error: unknown): string | null {
  try {
    const message = error instanceof Error ? error.message : error;
    if (message !== undefined && message !== null && String(message).trim() !== '') return String(message);
  } catch {
    // It has no text.
  }
  return null;
}

const maxOutputDepth = 64;
