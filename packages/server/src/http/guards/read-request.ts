import { type FieldError, fieldErrorsIn, type Route } from '@retinue/protocol';
import type { z } from 'zod';
import type { Upload } from '../../ports/operation.ts';
import { linkParam } from '../auth/sign-ins.ts';
import { HttpProblem } from '../problems.ts';
import { readChatJson, readJson, tooLarge } from './read-json.ts';

/** The parts of a request as its route wants them, or a problem that says which part is wrong and how. */
export async function readRequest(
  route: Route,
  { request, params }: { request: Request; params: Record<string, string> },
  bounds: { bodyBytes: number; largeBodyBytes: number },
): Promise<{ params?: unknown; query?: unknown; body?: unknown }> {
  const url = new URL(request.url);
  if (route.isDownload) url.searchParams.delete(linkParam);
  const query = readQuery(url);
  if (!route.query && Object.keys(query).length > 0)
    throw badInput('the query', `This takes no ${Object.keys(query)[0]}.`);
  return {
    ...(route.params ? { params: parsed(route.params, params, 'the path') } : {}),
    ...(route.query ? { query: parsed(route.query, query, 'the query') } : {}),
    ...(route.body && !route.isStreamed
      ? { body: parsed(route.body, await readBody(request, route, bounds), 'the body') }
      : {}),
  };
}

function readQuery({ searchParams }: URL): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of searchParams) {
    if (query.has(name)) throw badInput('the query', `${name} is given twice.`);
    // PostgreSQL takes no text with it.
    if (value.includes('\0')) throw badInput('the query', `Remove the NUL character (%00) from ${name}.`);
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

/** Checks first what the headers say of the length. */
async function readBody(
  request: Request,
  { isLarge }: Route,
  { bodyBytes, largeBodyBytes }: { bodyBytes: number; largeBodyBytes: number },
): Promise<unknown> {
  checkType(request);
  const maxBytes = isLarge ? largeBodyBytes : bodyBytes;
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return isLarge ? readChatJson(wholeBody(request), maxBytes) : readJson(wholeBody(request), maxBytes);
}

/** The body of a route that reads it as it arrives. */
export function uploadOf(request: Request, { largeBodyBytes: maxBytes }: { largeBodyBytes: number }): Upload {
  return {
    maxBytes,
    pieces() {
      checkType(request);
      if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
      return wholeBody(request);
    },
  };
}

function checkType({ headers }: Request): void {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new HttpProblem(415, 'wrong-type', 'Send JSON, with the header content-type: application/json.');
  }
}

/** Whoever hangs up half-way made the mistake, not the server. */
async function* wholeBody({ body }: Request): AsyncGenerator<Uint8Array> {
  const chunks = (body ?? new ReadableStream<Uint8Array>({ start: (none) => none.close() }))[Symbol.asyncIterator]();
  try {
    while (true) {
      const next = await chunks.next().catch(() => {
        throw new HttpProblem(400, 'bad-body', 'The body broke off before its end.');
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.().catch(() => {});
  }
}

function parsed(schema: z.ZodType, value: unknown, where: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, maxErrors);
  throw badInput(where, issues.map(inWords).join(' '), fieldErrorsIn({ issues }));
}

const maxErrors = 5;

function inWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: there is no such field.`;
  const message = issue.message.replace(/\.$/, '');
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${message}.` : `${message}.`;
}

function badInput(where: string, words: string, errors?: readonly FieldError[]): HttpProblem {
  return new HttpProblem(400, 'bad-input', `Something is wrong in ${where}. ${words}`, {}, errors);
}
