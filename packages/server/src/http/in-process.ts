import { randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import type { Fetch } from '@retinue/protocol';
import type { AppServices } from '../ports/operations/app-services.ts';
import type { ServerLimits } from '../ports/runtime/server-limits.ts';
import type { Outgoing } from './http-context.ts';
import { openApp } from './open-app.ts';

/**
 * A `fetch` to the app in this process, for its owner. Nothing listens. An error inside the app is thrown as it is, since
 * nobody else sees the request; `onProblem` gets errors of streams.
 */
export async function openInProcess(
  services: AppServices,
  limits: ServerLimits,
  onProblem: (problem: unknown) => void,
): Promise<Disposable & { fetch: Fetch }> {
  const token = randomBytes(32).toString('base64url');
  const [url, nearUrl, port, isStopping] = [() => origin, () => origin, () => 80, () => false];
  let failure: unknown = null;
  const error = (about: { error?: unknown; status?: number }) => {
    if (about.status === undefined) onProblem(about.error);
    else failure = about.error;
  };
  const logger = { info: () => {}, warn: () => {}, error };
  const settings = { ...limits, token: () => token };
  const { app, http } = await openApp(services, settings, logger, { url, nearUrl, port, isStopping });
  const fetch: Fetch = async (path, init) => {
    const headers = {
      ...(init.headers as Record<string, string>),
      host: 'localhost',
      authorization: `Bearer ${token}`,
    };
    const outgoing = new LocalOutgoing();
    init.signal?.addEventListener('abort', () => outgoing.destroy(), { once: true });
    const response = await app.fetch(new Request(`${origin}${path}`, { ...init, headers }), { outgoing });
    if (response.status >= 500 && failure !== null) throw failure;
    return outgoing.head ? new Response(Readable.toWeb(outgoing) as ReadableStream, outgoing.head) : response;
  };
  return { fetch, [Symbol.dispose]: () => http.tail[Symbol.dispose]() };
}

/** Passes a reply that is written in pieces on to its reader. */
class LocalOutgoing extends PassThrough implements Outgoing {
  readonly req = new IncomingMessage(new Socket());
  head: { status: number; headers: Record<string, string> } | null = null;

  writeHead(status: number, headers: Record<string, string>): this {
    this.head = { status, headers };
    return this;
  }

  flushHeaders(): void {}
}

const origin = 'http://localhost';
