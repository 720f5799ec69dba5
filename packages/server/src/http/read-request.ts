import type { Route } from '@retinue/protocol';
import type { z } from 'zod';
import { HttpProblem } from './problems.ts';

/** The parts of a request as its route wants them, or a problem that says which part is wrong and how. */
export async function readRequest(
  route: Route,
  { request, params }: { request: Request; params: Record<string, string> },
  bounds: { bodyBytes: number; largeBodyBytes: number },
): Promise<{ params?: unknown; query?: unknown; body?: unknown }> {
  const url = new URL(request.url);
  const query = readQuery(url);
  if (!route.query && Object.keys(query).length > 0)
    throw badInput('the query', `This takes no ${Object.keys(query)[0]}.`);
  return {
    ...(route.params ? { params: parsed(route.params, params, 'the path') } : {}),
    ...(route.query ? { query: parsed(route.query, query, 'the query') } : {}),
    ...(route.body ? { body: parsed(route.body, await readJson(request, route, bounds), 'the body') } : {}),
  };
}

function readQuery({ searchParams }: URL): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of searchParams) {
    if (query.has(name)) throw badInput('the query', `${name} is given twice.`);
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

async function readJson(
  request: Request,
  route: Route,
  { bodyBytes, largeBodyBytes }: { bodyBytes: number; largeBodyBytes: number },
): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new HttpProblem(415, 'wrong-type', 'Send JSON, with the header content-type: application/json.');
  }
  const text = await readBounded(request, route.isLarge ? largeBodyBytes : bodyBytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HttpProblem(400, 'bad-json', `The body is not JSON: ${(error as Error).message}.`);
  }
  if (!isShallow(value)) throw badInput('the body', `It is nested more than ${deepest} levels deep.`);
  return value;
}

/** Reads no more than it may, whatever the headers say of the length. */
async function readBounded(request: Request, most: number): Promise<string> {
  const tooLarge = () =>
    new HttpProblem(413, 'too-large', `The body is larger than ${Math.round(most / 1024)} KB. Send less.`);
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of wholeBody(request)) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new HttpProblem(400, 'bad-json', 'The body is not UTF-8.');
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

function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return true;
  }
  return false;
}

const deepest = 64;

function parsed(schema: z.ZodType, value: unknown, where: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw badInput(where, result.error.issues.slice(0, 5).map(inWords).join(' '));
}

function inWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: there is no such field.`;
  const message = issue.message.replace(/\.$/, '');
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${message}.` : `${message}.`;
}

function badInput(where: string, words: string): HttpProblem {
  return new HttpProblem(400, 'bad-input', `Something is wrong in ${where}. ${words}`);
}
