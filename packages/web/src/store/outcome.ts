import { ApiError } from '@retinue/protocol';
import type { Outcome, Refused } from './forms.ts';
import { wordsOfError } from './store.ts';

export async function outcomeOf<Value>(wish: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await wish };
  } catch (error) {
    return { refusal: refusedBy(error) };
  }
}

export function refusedBy(error: unknown): Refused {
  return { code: error instanceof ApiError ? error.code : 'unreachable', words: wordsOfError(error) };
}
