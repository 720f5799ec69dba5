import type { z } from 'zod';

/** Who may use a route. A route without a policy does not exist. */
export type Policy =
  /** Anybody who reaches the server. */
  | 'public'
  /** Whoever is signed in. */
  | 'signed-in'
  /** Members of the workspace in the path. */
  | 'read'
  /** Members of the workspace in the path who may change something in it. */
  | 'write'
  /** Whoever runs this server. */
  | 'owner';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What comes back: JSON of a shape, a stream of events, or text of some kind. */
export type ReplyShape = z.ZodType | { stream: string } | { text: string };

export interface Route {
  method: Method;
  /** With names in braces, as in `/api/workspaces/{workspaceId}`. */
  path: string;
  policy: Policy;
  /** One line, for people. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Leaves nothing behind that a second time would double, so it takes no Idempotency-Key. */
  isRepeatable?: true;
  /** Takes an If-Match with the version that the change was made for. */
  isVersioned?: true;
  /** Takes a file, so its bound is a larger one. */
  isLarge?: true;
  /** Its body is read as it arrives. */
  isStreamed?: true;
  /** Can be opened by a link with a signature, since a browser sends no header with a download. */
  isDownload?: true;
  /** Starts work of an agent, so it counts toward the rate of starts. */
  startsWork?: true;
  reply: ReplyShape;
  /** Of a success. */
  status: number;
}

/** Keeps the exact types of a route, for the typed client, commands and queries. */
export function route<const Contract extends Omit<Route, 'method' | 'path' | 'status'> & { status?: number }>(
  method: Method,
  path: string,
  contract: Contract,
): Contract & Pick<Route, 'method' | 'path' | 'status'> {
  return { status: 200, ...contract, method, path };
}

type Given<Shape, Key extends string, Schema> = Schema extends z.ZodType ? { [Name in Key]: Shape } : unknown;
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;
type Part<Shape extends Route, Key extends keyof Route> = Shape extends Record<Key, infer Schema> ? Schema : undefined;

/** What a client gives: the parts that the route has. */
export type RouteInput<Shape extends Route> = Given<InputOf<Part<Shape, 'params'>>, 'params', Part<Shape, 'params'>> &
  (Part<Shape, 'query'> extends z.ZodType ? { query?: InputOf<Part<Shape, 'query'>> } : unknown) &
  Given<InputOf<Part<Shape, 'body'>>, 'body', Part<Shape, 'body'>>;

/** What a command or a query gets: the same, parsed. */
export type RouteRequest<Shape extends Route> = Given<
  OutputOf<Part<Shape, 'params'>>,
  'params',
  Part<Shape, 'params'>
> &
  Given<OutputOf<Part<Shape, 'query'>>, 'query', Part<Shape, 'query'>> &
  Given<OutputOf<Part<Shape, 'body'>>, 'body', Part<Shape, 'body'>>;

export type RouteReply<Shape extends Route> = Shape['reply'] extends z.ZodType ? z.output<Shape['reply']> : Response;
