import assert from 'node:assert/strict';
import { isRefusal, type Refusal, refusalText } from '@retinue/protocol';

/** The value of a reply that is expected to be no refusal. */
export function accepted<Value>(reply: Value | Refusal): Value {
  return isRefusal(reply) ? assert.fail(refusalText(reply)) : reply;
}

/** The code of a refusal; null for a value. */
export function codeOf(reply: unknown): string | null {
  return isRefusal(reply) ? reply.code : null;
}
