import type { ServerResponse } from 'node:http';
import type { IdMaker, RouteName, RouteReply, RouteRequest, Routes, WorkspaceId } from '@retinue/protocol';
import type { CommandRoom } from '../commands/commands.ts';
import type { Wish } from '../commands/office.ts';
import type { AgentLibrary } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { ImportChat } from '../ports/import.ts';
import type { Live } from '../ports/live.ts';
import type { Logger } from '../ports/logger.ts';
import type { OpenedLog } from '../ports/opened-log.ts';
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
import type { Principal } from './principal.ts';
import type { SignIns } from './sign-ins.ts';
import type { Streams } from './streams.ts';
import type { Tail } from './tail.ts';
import type { WaitingSockets } from './waiting-sockets.ts';

/** What the door opens to. */
export interface House {
  log: OpenedLog;
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

export interface DoorSettings extends ServerLimits {
  /** The secret of this machine's user, from the token file, as it is at the moment. */
  token(): string | null;
}

/** The rooms behind the door that belong to it. */
export interface Porch {
  house: House;
  signIns: SignIns;
  tail: Tail;
  streams: Streams;
  sockets: WaitingSockets;
  settings: DoorSettings;
  isStopping(): boolean;
  /** Where people find this server, for links; where programs of this machine do; and the port that it listens on. */
  url(): string;
  nearUrl(): string;
  port(): number;
  logger: Logger;
}

/** What a handler gets beside the parts of its request. */
export interface Asking {
  request: Request;
  /** Refuses somebody who tried to sign in in vain too often. */
  countFailedSignIn(): void;
  principal: Principal;
  /** A wish of this principal in this workspace, with the key that the request came with. */
  wish(workspaceId: WorkspaceId): Wish;
  once: { key: string; request: string } | null;
  /** The version that the request was made for, by its If-Match. */
  ifVersion: number | null;
  /** The connection, for a reply that is written piece by piece. */
  outgoing: ServerResponse;
}

type Replying<Name extends RouteName> = RouteReply<Routes[Name]> | Response;
type Handler<Name extends RouteName> = (
  porch: Porch,
  parts: RouteRequest<Routes[Name]>,
  asking: Asking,
) => Promise<Replying<Name>>;
export type Handlers<Name extends RouteName> = { [One in Name]: Handler<One> };
