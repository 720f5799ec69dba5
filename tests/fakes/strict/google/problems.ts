import { page, type Reply } from '../../openai-replies.ts';
import type { ScriptedFailure } from '../core/provider.ts';
import type { Problem } from '../core/rule.ts';

/** `{ error: { code, message, status } }`. */
export function problemReply(problem: Problem): Reply {
  return page(problem.status ?? 400, 'application/json; charset=UTF-8', JSON.stringify({ error: errorOf(problem) }));
}

export function errorOf({ status = 400, type = 'INVALID_ARGUMENT', message, code }: Problem) {
  const details = code
    ? { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code, domain: 'googleapis.com' }] }
    : {};
  return { code: status, message, status: type, ...details };
}

export function failureReply(failure: ScriptedFailure): Reply {
  const { status = 400, ...problem } = failureOf(failure);
  const retry =
    failure.retryAfterMs === null
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${failure.retryAfterMs / 1000}s` }];
  const error = { ...errorOf({ status, ...problem }), ...(retry.length > 0 ? { details: retry } : {}) };
  return page(status, 'application/json; charset=UTF-8', JSON.stringify({ error }));
}

/** https://ai.google.dev/gemini-api/docs/troubleshooting. */
export function failureOf({ message, retryable, retryAfterMs, isTooLong, isOutage }: ScriptedFailure): Problem {
  if (isTooLong) return { message: tooManyTokens(2, 1) };
  if (retryAfterMs !== null) return { status: 429, type: 'RESOURCE_EXHAUSTED', message };
  if (isOutage)
    return { status: 503, type: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' };
  if (retryable) return { status: 500, type: 'INTERNAL', message };
  return { message };
}

export function tooManyTokens(count: number, max: number): string {
  return `The input token count (${count}) exceeds the maximum number of tokens allowed (${max}).`;
}
