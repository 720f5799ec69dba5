import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A foreign server that takes webhooks, over real HTTP on loopback. */
export interface Receiver extends AsyncDisposable {
  url: string;
  /** `host:port`, for the list of allowed hosts. */
  host: string;
  received: Received[];
  readonly connections: number;
  /** Resolves as soon as so many have come in. */
  until(count: number): Promise<Received[]>;
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  json: { type: string; chatId: string; threadId: string; taskId: string | null; position: number; data: Fields };
}
type Fields = Record<string, unknown>;

/** Its reply to each: a status, or none. */
export type Answering = (received: Received, count: number) => number | 'silence';

export async function startReceiver(answering: Answering = () => 204, port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    const one = { path: request.url ?? '', headers: request.headers, body, json: JSON.parse(body || '{}') };
    received.push(one);
    const answer = answering(one, received.length);
    for (const look of waiting) look();
    if (answer !== 'silence') response.writeHead(answer).end('x'.repeat(answer === 200 ? 200_000 : 0));
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/hook`,
    host,
    received,
    get connections() {
      return connections;
    },
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Checked as the documents say, without our own code. */
export function isSigned({ headers, body }: Received, key: Buffer | string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
  const digest = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return signature === `v1,${digest}`;
}
