import type { FieldError, Problem, Refusal, RefusalCode } from '@retinue/protocol';
import { wordsOf } from '@retinue/protocol';

/** An expected no on the way to a handler; whatever else is thrown is a bug. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  readonly errors: readonly FieldError[] | undefined;

  constructor(
    status: number,
    code: string,
    words: string,
    headers: Record<string, string> = {},
    errors?: readonly FieldError[],
  ) {
    super(words);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.errors = errors;
  }
}

export function toProblem({ status, code, message, errors }: HttpProblem): Problem {
  const title = titles[status] ?? 'Problem';
  const problem = { type: `about:blank#${code}`, title, status, code, detail: message };
  return errors ? { ...problem, errors: [...errors] } : problem;
}

export function problemResponse(problem: HttpProblem): Response {
  const { status, headers } = problem;
  return new Response(JSON.stringify(toProblem(problem)), { status, headers: { ...headers, ...problemHeaders } });
}

export const problemHeaders = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' };

export function refused(refusal: Refusal): HttpProblem {
  const status = statuses[refusal.code];
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '5' } : {};
  return new HttpProblem(status, refusal.code, wordsOf(refusal), headers, refusal.errors);
}

export function notFound(code: string, words: string): HttpProblem {
  return new HttpProblem(404, code, words);
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
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

const statuses: Record<RefusalCode, number> = {
  'invalid-command': 400,
  'changed-meanwhile': 412,
  'no-such-workspace': 404,
  'no-such-agent': 404,
  'no-such-thread': 404,
  'no-such-task': 404,
  'no-such-question': 404,
  'no-such-message': 404,
  'not-a-chat': 404,
  'nothing-to-regenerate': 409,
  'question-closed': 409,
  'approval-asked': 409,
  'no-approval-asked': 409,
  'arguments-differ': 409,
  'approval-lapsed': 409,
  'owners-only': 403,
  'task-retried': 409,
  'thread-ended': 409,
  'task-ended': 409,
  'sub-agent-busy': 409,
  'task-succeeded': 409,
  'parent-ended': 409,
  'budget-spent': 409,
  'nothing-to-cancel': 409,
  'thread-exists': 409,
  'tree-exists': 409,
  'work-stopped': 409,
  'stale-epoch': 409,
  'call-closed': 409,
  'key-reused': 422,
  'invalid-agent': 400,
  'agent-exists': 409,
  'agent-is-default': 409,
  'agent-built-in': 409,
  'sub-agent-is-self': 400,
  'no-such-sub-agent': 400,
  'no-such-tool': 400,
  'no-such-skill': 404,
  'invalid-skill': 400,
  'skill-exists': 409,
  'invalid-provider': 400,
  'no-such-price': 404,
  'no-such-provider': 404,
  'provider-exists': 409,
  'no-such-webhook': 404,
  'invalid-webhook': 400,
  'too-many-webhooks': 409,
  'no-such-delivery': 404,
  'bad-cursor': 400,
  'no-such-tool-call': 404,
  'no-such-result': 404,
  'bad-import': 400,
  'bad-json': 400,
  'too-many-imports': 429,
  'too-large': 413,
};
