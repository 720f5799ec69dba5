import { type FieldError, fieldError, fieldErrorsIn, type RefusalFields, type Route, refuse } from '@retinue/protocol';
import type { z } from 'zod';
import type { Upload } from '../../ports/operations/operation.ts';
import { linkParam } from '../auth/sign-ins.ts';
import { HttpProblem } from '../problems.ts';
import { readChatJson, readJson, tooLarge } from './read-json.ts';

/** The parts of a request as its route requires them, or a problem that names the wrong part and the reason. */
export async function readRequest(
  route: Route,
  { request, params }: { request: Request; params: Record<string, string> },
  bounds: { bodyBytes: number; largeBodyBytes: number },
): Promise<{ params?: unknown; query?: unknown; body?: unknown }> {
  const url = new URL(request.url);
  if (route.isDownload) url.searchParams.delete(linkParam);
  const query = readQuery(url);
  for (const [name, value] of Object.entries(params)) refuseNul('path', name, value);
  if (!route.query && Object.keys(query).length > 0)
    throw badInput('query', fieldError('', 'unrecognized_keys', { keys: Object.keys(query) }));
  return {
    ...(route.params ? { params: parsed(route.params, params, 'path') } : {}),
    ...(route.query ? { query: parsed(route.query, query, 'query') } : {}),
    ...(route.body && !route.isStreamed
      ? { body: parsed(route.body, await readBody(request, route, bounds), 'body') }
      : {}),
  };
}

function readQuery({ searchParams }: URL): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of searchParams) {
    if (query.has(name)) throw badInput('query', fieldError(name, 'given-twice'));
    refuseNul('query', name, value);
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

/** PostgreSQL takes no text with a NUL character. */
function refuseNul(part: Part, name: string, value: string): void {
  if (value.includes('\0')) throw badInput(part, fieldError(name, 'nul-character'));
}

/** Checks the length in the headers first. */
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
    throw new HttpProblem(refuse('wrong-type'));
  }
}

/** The client that disconnects half-way made the mistake, not the server. */
async function* wholeBody({ body }: Request): AsyncGenerator<Uint8Array> {
  const chunks = (body ?? new ReadableStream<Uint8Array>({ start: (none) => none.close() }))[Symbol.asyncIterator]();
  try {
    while (true) {
      const next = await chunks.next().catch(() => {
        throw new HttpProblem(refuse('bad-body'));
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.().catch(() => {});
  }
}

function parsed(schema: z.ZodType, value: unknown, part: Part): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw badInput(part, ...fieldErrorsIn({ issues: result.error.issues.slice(0, maxErrors) }));
}

const maxErrors = 5;

type Part = RefusalFields<'bad-input'>['part'];

function badInput(part: Part, ...errors: FieldError[]): HttpProblem {
  return new HttpProblem(refuse('bad-input', { part, errors }));
}
