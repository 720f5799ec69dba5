import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from '../ports/logger.ts';
import { answerBroken, unreadable } from './broken-request.ts';
import { plainAddress } from './client-address.ts';
import { createDoor } from './door.ts';
import { strictTransport, withSecurity } from './guards.ts';
import type { DoorSettings, House } from './house.ts';
import { problemResponse } from './problems.ts';
import { SignIns } from './sign-ins.ts';
import { Streams } from './streams.ts';
import { Tail } from './tail.ts';
import { WaitingSockets } from './waiting-sockets.ts';
import { warmUp } from './warm-up.ts';

export interface Server {
  url: string;
  /** Where programs of this machine reach it, whatever stands before it for everybody else. */
  nearUrl: string;
  /** Where it listens on this machine. */
  port: number;
  signIns: SignIns;
  /** No new work is taken from here on; what was asked for is answered, and streams end. */
  close(): Promise<void>;
}

/** Opens the door of a house on a port; 0 finds a free one. */
export async function openServer(
  house: House,
  place: { host: string; port: number },
  settings: DoorSettings,
  logger: Logger,
): Promise<Server> {
  const isSecure = settings.publicUrl?.startsWith('https:') ?? false;
  const signIns = new SignIns({ records: house.records, clock: house.clock, token: settings.token, isSecure });
  const tail = new Tail({ log: house.log, live: house.live, clock: house.clock, head: await house.log.head() });
  const streams = new Streams(settings.streams, settings.streamsPerPerson);
  let [url, nearUrl, isStopping] = ['', '', false];
  const port = () => (server.address() as AddressInfo | null)?.port ?? place.port;
  const isProxy = (address: string) => settings.trustedProxies.includes(plainAddress(address));
  const sockets = new WaitingSockets(settings.sockets ?? socketLimits, isProxy);
  const addresses = { url: () => url, nearUrl: () => nearUrl, port };
  const parts = { house, signIns, tail, streams, sockets, settings, logger };
  const porch = { ...parts, isStopping: () => isStopping, ...addresses };
  const door = createDoor(porch);
  const listener = getRequestListener(door.fetch, { errorHandler: () => withSecurity(problemResponse(unreadable)) });
  const headersTimeout = settings.sockets?.headersTimeoutMs ?? limits.headersTimeout;
  const server = createServer({ ...limits, headersTimeout });
  sockets.watch(server);
  if (isSecure) server.on('request', (_request, response) => response.setHeader(...strictTransport));
  server.on('request', listener);
  server.on('checkExpectation', listener);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerBroken(error, socket, isSecure));
  await warmUp(house);
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
        setTimeout(() => server.closeAllConnections(), lastWordsMs).unref();
      });
      tail[Symbol.dispose]();
    },
  };
}

/** None when it listens at another address of the machine only. */
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
  // How late those two may come.
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
  // One without is answered in our words.
  requireHostHeader: false,
};
const socketLimits = { unfinished: 512, total: 4000, stalledMs: 30_000 };
const lastWordsMs = 2000;
