import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Client, Routes } from '@retinue/protocol';
import { createClient, routes } from '@retinue/protocol';
import type { AppServices } from '../ports/app-services.ts';
import type { Logger } from '../ports/logger.ts';
import type { ServerLimits } from '../ports/server-limits.ts';
import { openApp } from './open-app.ts';

/** A client of the app in this process, for its owner. Nothing listens, and replies that stream have no connection. */
export async function openInProcess(
  services: AppServices,
  limits: ServerLimits,
  logger: Logger,
): Promise<Disposable & { client: Client<Routes> }> {
  const token = randomBytes(32).toString('base64url');
  const [url, nearUrl, port, isStopping] = [() => origin, () => origin, () => 80, () => false];
  const { app, http } = await openApp(services, { ...limits, token: () => token }, logger, {
    url,
    nearUrl,
    port,
    isStopping,
  });
  const client = createClient(routes, {
    baseUrl: origin,
    async fetch(path, init) {
      const headers = {
        ...(init.headers as Record<string, string>),
        host: 'localhost',
        authorization: `Bearer ${token}`,
      };
      const incoming = new IncomingMessage(new Socket());
      return app.fetch(new Request(path, { ...init, headers }), { incoming, outgoing: new ServerResponse(incoming) });
    },
  });
  return { client, [Symbol.dispose]: () => http.tail[Symbol.dispose]() };
}

const origin = 'http://localhost';
