import { page, type Reply } from '../../openai-replies.ts';
import type { ScriptedFailure } from '../core/provider.ts';
import type { Problem } from '../core/rule.ts';

/** `{ error: { message, type, param, code } }`, of the Responses API and of chat completions. */
export function problemReply(problem: Problem): Reply {
  return page(problem.status ?? 400, 'application/json', JSON.stringify({ error: errorOf(problem) }), {
    'x-request-id': 'req_strict',
  });
}

export function errorOf({ message, type = 'invalid_request_error', param = null, code = null }: Problem) {
  return { message, type, param, code };
}

export function failureReply(failure: ScriptedFailure): Reply {
  const { head, acts } = problemReply(failureOf(failure));
  if (failure.retryAfterMs === null || typeof head === 'string') return { head, acts };
  return { head: { ...head, headers: { ...head.headers, 'retry-after': String(failure.retryAfterMs / 1000) } }, acts };
}

/** https://developers.openai.com/api/docs/guides/error-codes. */
export function failureOf({ message, retryable, retryAfterMs, isTooLong, isOutage }: ScriptedFailure): Problem {
  if (isTooLong) return { message: contextMessage, code: 'context_length_exceeded' };
  if (retryAfterMs !== null) return { status: 429, message, type: 'requests', code: 'rate_limit_exceeded' };
  if (isOutage)
    return { status: 503, message: overloaded, type: 'service_unavailable_error', code: 'server_is_overloaded' };
  if (retryable) return { status: 500, message, type: 'server_error', code: 'server_error' };
  return { message };
}

export const contextMessage =
  'Your input exceeds the context window of this model. Please adjust your input and try again.';
const overloaded = 'Our servers are currently overloaded. Please try again later.';
