import type { IncomingMessage } from 'node:http';
import type { AppServices } from '../ports/operations/app-services.ts';
import type { Logger } from '../ports/runtime/logger.ts';
import type { ServerLimits } from '../ports/runtime/server-limits.ts';
import type { Principal } from './auth/principal.ts';
import type { SignIns } from './auth/sign-ins.ts';
import type { WaitingSockets } from './guards/waiting-sockets.ts';
import type { StreamLimits } from './stream/stream-limits.ts';
import type { Tail } from './stream/tail.ts';

export interface HttpSettings extends ServerLimits {
  /** The secret of this machine's user: the current content of the token file. */
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
  /** Addresses of this server: for people, in links; for programs of this machine; and its port. */
  url(): string;
  nearUrl(): string;
  port(): number;
  logger: Logger;
}

/** A connection for the reply to a request: a response of Node, or its counterpart in this process. */
export interface Outgoing {
  readonly req: IncomingMessage;
  readonly destroyed: boolean;
  writeHead(status: number, headers: Record<string, string>): { flushHeaders(): void };
  write(bytes: Uint8Array, done: () => void): boolean;
  end(): unknown;
  destroy(): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** One admitted request, as HTTP has it. */
export interface Incoming {
  request: Request;
  principal: Principal;
  /** The connection, for a reply that is written piece by piece. */
  outgoing: Outgoing;
  /** Refuses an address with too many failed sign-ins. */
  countFailedSignIn(): void;
}
