import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { AppServices } from '../ports/operations/app-services.ts';
import type { Logger } from '../ports/runtime/logger.ts';
import type { SignIns } from './auth/sign-ins.ts';
import { answerBroken, unreadable } from './guards/broken-request.ts';
import { strictTransport, withSecurity } from './guards/check-source.ts';
import type { HttpSettings } from './http-context.ts';
import { openApp } from './open-app.ts';
import { problemResponse } from './problems.ts';
import { warmUp } from './warm-up.ts';

export interface Server {
  url: string;
  /** Its address for programs of this machine, also behind a proxy. */
  nearUrl: string;
  /** The address on which it listens on this machine. */
  port: number;
  signIns: SignIns;
  /** Accepts no new work from here on; running requests are answered, and streams end. */
  close(): Promise<void>;
}

/** Listens on a port; 0 finds a free one. */
export async function openServer(
  services: AppServices,
  place: { host: string; port: number },
  settings: HttpSettings,
  logger: Logger,
): Promise<Server> {
  let [url, nearUrl, isStopping] = ['', '', false];
  const port = () => (server.address() as AddressInfo | null)?.port ?? place.port;
  const addresses = { url: () => url, nearUrl: () => nearUrl, port, isStopping: () => isStopping };
  const { app, http } = await openApp(services, settings, logger, addresses);
  const { signIns, tail, streams, sockets } = http;
  const isSecure = settings.publicUrl?.startsWith('https:') ?? false;
  const listener = getRequestListener(app.fetch, { errorHandler: () => withSecurity(problemResponse(unreadable)) });
  const headersTimeout = settings.sockets?.headersTimeoutMs ?? limits.headersTimeout;
  const server = createServer({ ...limits, headersTimeout });
  sockets.watch(server);
  if (isSecure) server.on('request', (_request, response) => response.setHeader(...strictTransport));
  server.on('request', listener);
  server.on('checkExpectation', listener);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerBroken(error, socket, isSecure));
  await warmUp(services);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, () => resolve());
  });
  server.on('error', (error) => logger.error({ error }, 'The server had a problem.'));
  url = settings.publicUrl?.replace(/\/$/, '') ?? urlOf(server.address() as AddressInfo);
  nearUrl = nearUrlOf(server.address() as AddressInfo) ?? url;
  return {
    url,
    nearUrl,
    port: port(),
    signIns,
    async close() {
      isStopping = true;
      streams.endAll();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), closeTimeoutMs).unref();
      });
      tail[Symbol.dispose]();
    },
  };
}

/** None if it listens only at another address of the machine. */
function nearUrlOf(address: AddressInfo): string | null {
  const url = urlOf(address);
  return /^http:\/\/(127\.0\.0\.1|\[::1\]):/.test(url) ? url : null;
}

function urlOf({ address, family, port }: AddressInfo): string {
  const isEverywhere = address === '0.0.0.0' || address === '::';
  const host = isEverywhere ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

const limits = {
  maxHeaderSize: 16 * 1024,
  requestTimeout: 60_000,
  headersTimeout: 20_000,
  // The longest delay of those two.
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
  // A request without one gets our own reply.
  requireHostHeader: false,
};
const closeTimeoutMs = 2000;
