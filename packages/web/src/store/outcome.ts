import { ApiError } from '@retinue/protocol';
import { errorMessage } from './error-message.ts';
import type { Outcome, Refused } from './forms.ts';

export async function outcomeOf<Value>(wish: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await wish };
  } catch (error) {
    return { refusal: refusedBy(error) };
  }
}

export function refusedBy(error: unknown): Refused {
  return { code: error instanceof ApiError ? error.code : 'unreachable', words: errorMessage(error) };
}
