import { page, type Reply } from '../../openai-replies.ts';
import type { ScriptedFailure } from '../core/provider.ts';
import type { Problem } from '../core/rule.ts';

/** `{ type: 'error', error: { type, message }, request_id }`. */
export function problemReply({ status = 400, type = 'invalid_request_error', message }: Problem): Reply {
  const body = { type: 'error', error: { type, message }, request_id: requestId };
  return page(status, 'application/json', JSON.stringify(body), { 'request-id': requestId });
}

export function failureReply(failure: ScriptedFailure): Reply {
  const { status, error } = failureOf(failure);
  const body = JSON.stringify({ type: 'error', error, request_id: requestId });
  const retryAfter = failure.retryAfterMs === null ? {} : { 'retry-after': String(failure.retryAfterMs / 1000) };
  return page(status, 'application/json', body, { 'request-id': requestId, ...retryAfter });
}

/** https://platform.claude.com/docs/en/api/errors: 529 overloaded, 429 rate limit, 500 internal, 400 otherwise. */
export function failureOf({ message, retryable, retryAfterMs, isTooLong, isOutage }: ScriptedFailure): {
  status: number;
  error: { type: string; message: string };
} {
  if (isTooLong)
    return {
      status: 400,
      error: { type: 'invalid_request_error', message: 'prompt is too long: 2 tokens > 1 maximum' },
    };
  if (retryAfterMs !== null) return { status: 429, error: { type: 'rate_limit_error', message } };
  if (isOutage) return { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } };
  if (retryable) return { status: 500, error: { type: 'api_error', message } };
  return { status: 400, error: { type: 'invalid_request_error', message } };
}

const requestId = 'req_strict';
