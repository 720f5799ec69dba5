import { z } from 'zod';
import {
  agentIdSchema,
  blobHashSchema,
  callIdSchema,
  deliveryIdSchema,
  messageIdSchema,
  providerIdSchema,
  questionIdSchema,
  skillIdSchema,
  taskIdSchema,
  threadIdSchema,
  webhookIdSchema,
  workspaceIdSchema,
} from '../ids.ts';
import { pricedModelSchema } from '../records/prices.ts';

/** Required standing of a caller. A route without a policy does not exist. */
export type Policy =
  /** Any caller that reaches the server. */
  | 'public'
  /** Any signed-in person. */
  | 'signed-in'
  /** Members of the workspace in the path. */
  | 'read'
  /** Members of the workspace in the path who may change something in it. */
  | 'write'
  /** The server's owner. */
  | 'owner';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The reply: JSON of a shape, a stream of events, or text of some kind. */
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
  /** Has no effect that a repetition would double, so it takes no Idempotency-Key. */
  isRepeatable?: true;
  /** Takes an If-Match with the version that the change was based on. */
  isVersioned?: true;
  /** Takes a file, so its size limit is larger. */
  isLarge?: true;
  /** Its body is read as it arrives. */
  isStreamed?: true;
  /** Can be opened by a signed link, since a browser sends no header with a download. */
  isDownload?: true;
  /** Starts an agent's work, so it counts toward the rate of starts. */
  startsWork?: true;
  reply: ReplyShape;
  /** Status of a success. */
  status: number;
  cli?: CliVerb;
}

/**
 * The command of the command line that calls this route. Its first argument is the chat or the task of the path. A command
 * that needs more than a call of one route is written in `server/src/cli` instead.
 */
export interface CliVerb {
  verb: string;
  group: VerbGroup;
  /** For the list of all commands. */
  summary: string;
  /** Replaces the summary in the command's own help. */
  about?: string;
  examples: readonly string[];
  /** Fields of the body that are arguments, in order. */
  takes?: readonly string[];
  /** Fields of the body that are options, with their help. */
  options?: Readonly<Record<string, string>>;
  /**
   * Printed after success, with fields of the chat, the input and the reply in braces. Without it, the command follows the
   * chat until that rests.
   */
  prints?: string;
}

/** Headings of the list of all commands. */
export type VerbGroup = 'Ask' | 'Steer' | 'Organize' | 'Inspect' | 'Configure' | 'Move data' | 'Serve';

/** Parts of paths by their names: the parameters of every route that has them in its path. */
const pathParts = {
  workspaceId: workspaceIdSchema,
  chatId: threadIdSchema,
  threadId: threadIdSchema,
  messageId: messageIdSchema,
  taskId: taskIdSchema,
  toolCallId: callIdSchema,
  questionId: questionIdSchema,
  hash: blobHashSchema,
  agentId: agentIdSchema,
  providerId: providerIdSchema,
  skillId: skillIdSchema,
  webhookId: webhookIdSchema,
  deliveryId: deliveryIdSchema,
  ...pricedModelSchema.shape,
};
type PathParts = typeof pathParts;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type PathParams<Path extends string> = [NamesIn<Path>] extends [never]
  ? unknown
  : { params: z.ZodObject<Pick<PathParts, NamesIn<Path> & keyof PathParts>, z.core.$strict> };

type Head = 'method' | 'path' | 'policy' | 'status';
type Contract = Omit<Route, Head> & { status?: number };

/** Keeps the exact types of a route, for the typed client, commands and queries. Its path has its parameters. */
export function route<const Path extends string, const Given extends Contract>(
  method: Method,
  path: NamesIn<Path> extends keyof PathParts ? Path : never,
  policy: Policy,
  contract: Given,
): Given & (Given extends { params: z.ZodObject } ? unknown : PathParams<Path>) & Pick<Route, Head>;
export function route(method: Method, path: string, policy: Policy, contract: Contract): Route {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof PathParts);
  const shape = Object.fromEntries(names.map((name) => [name, pathParts[name]]));
  return { status: 200, ...(names.length > 0 && { params: z.strictObject(shape) }), ...contract, method, path, policy };
}

type Field<Shape, Key extends string, Schema> = Schema extends z.ZodType ? { [Name in Key]: Shape } : unknown;
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;
type Part<Shape extends Route, Key extends keyof Route> = Shape extends Record<Key, infer Schema> ? Schema : undefined;

/** Input of the client: the parts that the route has. */
export type RouteInput<Shape extends Route> = Field<InputOf<Part<Shape, 'params'>>, 'params', Part<Shape, 'params'>> &
  (Part<Shape, 'query'> extends z.ZodType ? { query?: InputOf<Part<Shape, 'query'>> } : unknown) &
  Field<InputOf<Part<Shape, 'body'>>, 'body', Part<Shape, 'body'>>;

/** Input of a command or a query: the same, parsed. */
export type RouteRequest<Shape extends Route> = Field<
  OutputOf<Part<Shape, 'params'>>,
  'params',
  Part<Shape, 'params'>
> &
  Field<OutputOf<Part<Shape, 'query'>>, 'query', Part<Shape, 'query'>> &
  Field<OutputOf<Part<Shape, 'body'>>, 'body', Part<Shape, 'body'>>;

export type RouteReply<Shape extends Route> = Shape['reply'] extends z.ZodType ? z.output<Shape['reply']> : Response;
