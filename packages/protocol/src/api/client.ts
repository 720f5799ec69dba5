import { z } from 'zod';
import { type FieldError, fieldErrorSchema } from '../refusals/field-errors.ts';
import type { Route, RouteInput, RouteReply } from './route.ts';

/** The typed client: one function for each route, with the types of the table. */
export type Client<Table extends Record<string, Route>> = {
  [Name in keyof Table]: (input: RouteInput<Table[Name]>, options?: RequestOptions) => Promise<RouteReply<Table[Name]>>;
};

export interface RequestOptions {
  /** A repeated request with the same key has one effect. */
  idempotencyKey?: string;
  /** The version that the change was based on. The change is refused if there is a newer one. */
  ifVersion?: number;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Sent as the body, in place of the JSON of the input. */
  rawBody?: NonNullable<RequestInit['body']>;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A refusal or error reply of a server, with its message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];

  constructor(status: number, code: string, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/**
 * `fetch` is an argument and adds the caller's credentials. Does no I/O by itself. `check` may refuse a body before it
 * is sent.
 */
export function createClient<Table extends Record<string, Route>>(
  table: Table,
  { baseUrl, fetch, check }: { baseUrl: string; fetch: Fetch; check?: (route: Route, body: unknown) => void },
): Client<Table> {
  const functions = Object.entries(table).map(([name, route]) => [
    name,
    async (input: Given, options: RequestOptions = {}) => {
      check?.(route, input.body);
      const response = await fetch(baseUrl + pathOf(route, input), initOf(route, input, options));
      if (!response.ok) throw await errorOf(response);
      return 'stream' in route.reply || 'text' in route.reply ? response : response.json();
    },
  ]);
  return Object.fromEntries(functions) as Client<Table>;
}

interface Given {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

function pathOf({ path }: Route, { params = {}, query = {} }: Given): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  if (asked.length === 0) return filled;
  return `${filled}?${new URLSearchParams(asked.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

function initOf(
  { method, body }: Route,
  given: Given,
  { idempotencyKey, ifVersion, signal, headers, rawBody }: RequestOptions,
): RequestInit {
  return {
    method,
    headers: {
      ...headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      ...(ifVersion === undefined ? {} : { 'if-match': `"${ifVersion}"` }),
    },
    ...(body ? { body: rawBody ?? JSON.stringify(given.body) } : {}),
    // Required for a body that is sent in pieces.
    ...(rawBody instanceof ReadableStream ? { duplex: 'half' } : {}),
    ...(signal ? { signal } : {}),
  };
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const { code, detail, errors } = JSON.parse(text);
    const fieldErrors = z.array(fieldErrorSchema).safeParse(errors);
    return new ApiError(response.status, String(code), String(detail), fieldErrors.data);
  } catch {
    return new ApiError(response.status, 'unknown', `The server answered ${response.status} ${response.statusText}.`);
  }
}
