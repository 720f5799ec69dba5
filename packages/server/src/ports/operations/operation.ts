import type {
  Actor,
  CommandId,
  Refusal,
  Role,
  RouteName,
  RouteReply,
  RouteRequest,
  Routes,
  ThreadId,
  WorkspaceId,
} from '@retinue/protocol';
import type { AppendLabel } from '../log/append-labels.ts';
import type { AppServices } from './app-services.ts';

/** A command or a query: the answer to the route of its name. */
export interface Operation<Name extends RouteName> {
  name: Name;
  run(request: RequestOf<Name>): Promise<ReplyOf<Name> | Refusal>;
}

/** The names of a table of operations. */
export function routesIn<Name extends RouteName>(table: Record<Name, unknown>): Name[] {
  return Object.keys(table) as Name[];
}

/** An admitted and parsed request, with everything that its operation may use. */
export type RequestOf<Name extends RouteName> = RouteRequest<Routes[Name]> & {
  services: AppServices;
  context: RequestContext;
};
/** A reply that is no JSON is a `Response`. */
export type ReplyOf<Name extends RouteName> = RouteReply<Routes[Name]>;

/** The caller of a change, its workspace and its key. The same key twice has one effect. */
export interface CommandContext {
  workspaceId: WorkspaceId;
  actor: Actor;
  role: Role;
  commandId: CommandId;
  idempotency?: { key: string; request: string };
  /** The name of its commits. */
  label?: AppendLabel;
  /** The version that the change was based on, from its If-Match. */
  ifVersion?: number;
  /** The id that a client chose for the chat that it opens. */
  newChatId?: ThreadId;
}

export interface RequestContext extends CommandContext {
  /** The position of the log when the request was admitted. */
  position: number;
  isMember(workspaceId: WorkspaceId): boolean;
  /** Sends the row of a chat that changed without an event to its watchers. */
  touchChat(chatId: ThreadId): void;
  /** The body of a route that reads it as it arrives. */
  upload: Upload;
}

export interface Upload {
  maxBytes: number;
  pieces(): AsyncIterable<Uint8Array>;
}
