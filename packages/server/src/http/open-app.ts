import type { Hono } from 'hono';
import type { AppServices } from '../ports/operations/app-services.ts';
import type { Logger } from '../ports/runtime/logger.ts';
import { createApp } from './app.ts';
import { SignIns } from './auth/sign-ins.ts';
import { plainAddress } from './guards/client-address.ts';
import { WaitingSockets } from './guards/waiting-sockets.ts';
import type { HttpContext, HttpSettings } from './http-context.ts';
import { loadOperations } from './load-operations.ts';
import { StreamLimits } from './stream/stream-limits.ts';
import { Tail } from './stream/tail.ts';

type Addresses = Pick<HttpContext, 'url' | 'nearUrl' | 'port' | 'isStopping'>;

/** The app with its state: sign-ins, open streams, and the end of the log. */
export async function openApp(
  services: AppServices,
  settings: HttpSettings,
  logger: Logger,
  addresses: Addresses,
): Promise<{ app: Hono; http: HttpContext }> {
  const { records, clock, log, live } = services;
  const isSecure = settings.publicUrl?.startsWith('https:') ?? false;
  const isProxy = (address: string) => settings.trustedProxies.includes(plainAddress(address));
  const http: HttpContext = {
    ...{ services, settings, logger, ...addresses },
    signIns: new SignIns({ records, clock, token: settings.token, isSecure }),
    tail: new Tail({ log, live, clock, head: await log.feed.head() }),
    streams: new StreamLimits(settings.streams, settings.streamsPerPerson),
    sockets: new WaitingSockets(settings.sockets ?? socketLimits, isProxy),
  };
  return { app: createApp(http, await loadOperations()), http };
}

const socketLimits = { unfinished: 512, total: 4000, stalledMs: 30_000 };
