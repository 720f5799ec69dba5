import type { ServerResponse } from 'node:http';
import type { IdMaker, RouteName, RouteReply, RouteRequest, Routes, WorkspaceId } from '@retinue/protocol';
import type { CommandContext } from '../commands/command-context.ts';
import type { CommandRoom } from '../commands/commands.ts';
import type { AgentLibrary } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { ImportChat } from '../ports/import.ts';
import type { Live } from '../ports/live.ts';
import type { Logger } from '../ports/logger.ts';
import type { PriceList } from '../ports/prices.ts';
import type { Providers } from '../ports/providers.ts';
import type { Records } from '../ports/records.ts';
import type { Search } from '../ports/search.ts';
import type { ServerLimits } from '../ports/server-limits.ts';
import type { Skills } from '../ports/skills.ts';
import type { Stops } from '../ports/stops.ts';
import type { Tools } from '../ports/tool.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import type { Workspaces } from '../ports/workspaces.ts';
import type { Principal } from './auth/principal.ts';
import type { SignIns } from './auth/sign-ins.ts';
import type { WaitingSockets } from './guards/waiting-sockets.ts';
import type { StreamLimits } from './stream/stream-limits.ts';
import type { Tail } from './stream/tail.ts';

/** The parts of the product that commands and queries use. */
export interface AppServices {
  log: EventLog;
  live: Live;
  agents: AgentLibrary;
  providers: Providers;
  prices: PriceList;
  skills: Skills;
  records: Records;
  workspaces: Workspaces;
  commands: CommandRoom;
  ids: IdMaker;
  clock: Clock;
  tools: Tools;
  search: Search;
  stops: Stops;
  webhooks: Webhooks;
  /** What does not hold in the store. */
  verify(signal: AbortSignal): Promise<{ rule: string; about: string; words: string }[]>;
  backUp(): AsyncGenerator<string>;
  /** Whether the store takes a write at the moment, as it was a few seconds ago at most. */
  canWrite(): Promise<boolean>;
  importChat: ImportChat;
}

export interface HttpSettings extends ServerLimits {
  /** The secret of this machine's user, from the token file, as it is at the moment. */
  token(): string | null;
}

/** The services, and the parts that only the HTTP server has. */
export interface HttpContext {
  services: AppServices;
  signIns: SignIns;
  tail: Tail;
  streams: StreamLimits;
  sockets: WaitingSockets;
  settings: HttpSettings;
  isStopping(): boolean;
  /** Where people find this server, for links; where programs of this machine do; and the port that it listens on. */
  url(): string;
  nearUrl(): string;
  port(): number;
  logger: Logger;
}

/** What a handler gets beside the parts of its request. */
export interface RequestContext {
  request: Request;
  /** Refuses somebody who tried to sign in in vain too often. */
  countFailedSignIn(): void;
  principal: Principal;
  /** For a command of this principal in this workspace, with the key that the request came with. */
  commandContext(workspaceId: WorkspaceId): CommandContext;
  once: { key: string; request: string } | null;
  /** The version that the request was made for, by its If-Match. */
  ifVersion: number | null;
  /** The connection, for a reply that is written piece by piece. */
  outgoing: ServerResponse;
}

type Replying<Name extends RouteName> = RouteReply<Routes[Name]> | Response;
type Handler<Name extends RouteName> = (
  http: HttpContext,
  parts: RouteRequest<Routes[Name]>,
  requestContext: RequestContext,
) => Promise<Replying<Name>>;
export type Handlers<Name extends RouteName> = { [One in Name]: Handler<One> };
