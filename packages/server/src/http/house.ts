import type { ServerResponse } from 'node:http';
import type {
  Event,
  IdMaker,
  Role,
  RouteName,
  RouteReply,
  RouteRequest,
  Routes,
  TreeBounds,
  WorkspaceId,
} from '@retinue/protocol';
import type { CommandRoom } from '../commands/commands.ts';
import type { Wish } from '../commands/office.ts';
import type { AgentLibrary } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Blob, EventLog } from '../ports/event-log.ts';
import type { Live } from '../ports/live.ts';
import type { Logger } from '../ports/logger.ts';
import type { PriceList } from '../ports/prices.ts';
import type { Providers } from '../ports/providers.ts';
import type { Records } from '../ports/records.ts';
import type { Search } from '../ports/search.ts';
import type { ServerLimits } from '../ports/server-limits.ts';
import type { Skills } from '../ports/skills.ts';
import type { Tools } from '../ports/tool.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import type { Workspaces } from '../ports/workspaces.ts';
import type { Principal } from './principal.ts';
import type { SignIns } from './sign-ins.ts';
import type { Streams } from './streams.ts';
import type { Tail } from './tail.ts';

/** What the door opens to. */
export interface House {
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
  webhooks: Webhooks;
  /** What does not hold in the store. */
  verify(): Promise<{ rule: string; about: string; words: string }[]>;
  backUp(): AsyncIterable<string>;
  /** What is wrong with a tree from elsewhere, in words. */
  verifyForeign(events: readonly Event[], blobs: readonly Blob[]): { words: string }[];
  /** What somebody of this role, who brings a tree from elsewhere, leaves of its rights. */
  narrowedTo(role: Role): TreeBounds['narrow'];
}

export interface DoorSettings extends ServerLimits {
  /** The secret of this machine's user, from the token file. */
  token: string;
}

/** The rooms behind the door that belong to it. */
export interface Porch {
  house: House;
  signIns: SignIns;
  tail: Tail;
  streams: Streams;
  settings: DoorSettings;
  isStopping(): boolean;
  /** Where people find this server, for links, and the port that it listens on. */
  url(): string;
  port(): number;
  logger: Logger;
}

/** What a handler gets beside the parts of its request. */
export interface Asking {
  request: Request;
  principal: Principal;
  /** A wish of this principal in this workspace, with the key that the request came with. */
  wish(workspaceId: WorkspaceId): Wish;
  once: { key: string; request: string } | null;
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
