import { ApiError, type FieldError } from '@retinue/protocol';
import { toastCopy } from './copy.ts';

/** The end of a request: its value, or the server's refusal. */
export type Outcome<Value> = { value: Value } | { refusal: Refused };
export interface Refused {
  code: string;
  message: string;
  /** The members of the request that are wrong. */
  errors?: readonly FieldError[];
}

export async function outcomeOf<Value>(request: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await request };
  } catch (error) {
    return { refusal: refusedBy(error) };
  }
}

export function refusedBy(error: unknown): Refused {
  const message = errorMessage(error);
  return error instanceof ApiError
    ? { code: error.code, message, errors: error.errors }
    : { code: 'unreachable', message };
}

export function valueOrNull<Value>(outcome: Outcome<Value>): Value | null {
  return 'value' in outcome ? outcome.value : null;
}

export function errorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : toastCopy.unreachable;
}
