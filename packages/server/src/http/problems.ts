import type { Problem, Refusal } from '@retinue/protocol';
import { refusalText, statusOf } from '@retinue/protocol';

/** An expected refusal on the way to a handler; any other error is a bug. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusalText(refusal));
    this.refusal = refusal;
  }
}

export function toProblem(refusal: Refusal): Problem {
  const status = statusOf(refusal);
  const { code } = refusal;
  const title = titles[status] ?? 'Problem';
  return { type: `about:blank#${code}`, title, status, detail: refusalText(refusal), ...refusal };
}

export function problemResponse(refusal: Refusal): Response {
  const problem = toProblem(refusal);
  const headers = { ...problemHeaders, ...retryHeaders(refusal) };
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

export const problemHeaders = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' };

function retryHeaders(refusal: Refusal): Record<string, string> {
  if (refusal.code === 'too-many-requests') return { 'retry-after': String(refusal.retryAfterSeconds) };
  return [429, 503].includes(statusOf(refusal)) ? { 'retry-after': '5' } : {};
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Forbidden',
  404: 'Not found',
  408: 'Too slow',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Unsupported media type',
  421: 'Wrong host',
  422: 'Unprocessable',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Unavailable',
  507: 'Out of space',
};
