import type { ServerResponse } from 'node:http';
import type { AppServices } from '../ports/app-services.ts';
import type { Logger } from '../ports/logger.ts';
import type { ServerLimits } from '../ports/server-limits.ts';
import type { Principal } from './auth/principal.ts';
import type { SignIns } from './auth/sign-ins.ts';
import type { WaitingSockets } from './guards/waiting-sockets.ts';
import type { StreamLimits } from './stream/stream-limits.ts';
import type { Tail } from './stream/tail.ts';

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

/** One request that was admitted, as HTTP has it. */
export interface Incoming {
  request: Request;
  principal: Principal;
  /** The connection, for a reply that is written piece by piece. */
  outgoing: ServerResponse;
  /** Refuses an address with too many failed sign-ins. */
  countFailedSignIn(): void;
}
