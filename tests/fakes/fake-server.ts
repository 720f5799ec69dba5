import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Act, Reply } from './openai-replies.ts';

/** A small server over real HTTP on loopback, which follows its script: answers, and every kind of error. */
export interface FakeServer<Body> extends AsyncDisposable {
  /** The server's address, without a path. */
  origin: string;
  requests: ReceivedRequest<Body>[];
}

export interface ReceivedRequest<Body> {
  path: string;
  headers: IncomingHttpHeaders;
  body: Body;
  /** Size of the body as it arrived. */
  bytes: number;
  /** Resolves when the connection of this request has closed, on either side. */
  closed: Promise<void>;
}

export interface Script<Body> {
  /** Its replies; any other path is not found. */
  path: RegExp;
  answer: (request: ReceivedRequest<Body>) => Reply;
  /** Reads the body; plain JSON unless given. */
  parse?: (text: string) => Body;
  port?: number;
}

export async function startFakeServer<Body>(script: Script<Body>): Promise<FakeServer<Body>> {
  const requests: ReceivedRequest<Body>[] = [];
  const server = createServer((message, response) => {
    serve(message, response, script, requests).catch(() => response.destroy());
  });
  server.listen(script.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve<Body>(
  message: IncomingMessage,
  response: ServerResponse,
  { path, answer, parse = JSON.parse }: Script<Body>,
  requests: ReceivedRequest<Body>[],
): Promise<void> {
  const gone = new AbortController();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  response.once('close', () => {
    gone.abort();
    resolve();
  });
  if (message.method !== 'POST' || !path.test(message.url ?? '')) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"No such route."}}');
    return;
  }
  const content = await text(message);
  const bytes = Buffer.byteLength(content);
  const request = { path: message.url ?? '', headers: message.headers, body: parse(content) as Body, bytes, closed };
  requests.push(request);
  await reply(answer(request), message, response, gone.signal);
}

async function reply(
  { head, acts }: Reply,
  message: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  if (typeof head === 'object') response.writeHead(head.status, head.headers).flushHeaders();
  const sink = head === 'raw' ? message.socket : response;
  for (const act of acts) await perform(act, sink, message, gone);
  sink.end();
  // Bytes written past the framing leave a connection that can take no further request.
  if (head === 'raw') message.socket.destroySoon();
}

type Sink = ServerResponse | IncomingMessage['socket'];

async function perform(act: Act, sink: Sink, message: IncomingMessage, gone: AbortSignal): Promise<void> {
  gone.throwIfAborted();
  switch (act.type) {
    case 'write':
      return await write(sink, act.bytes);
    case 'wait':
      return void (await sleep(act.milliseconds, undefined, { signal: gone }));
    case 'silence':
      return void (await once(gone, 'abort'));
    case 'await':
      return await act.until(gone);
    case 'reset':
      return void message.socket.resetAndDestroy();
    case 'endless':
      while (!gone.aborted) {
        await write(sink, act.bytes);
        if (act.everyMs > 0) await sleep(act.everyMs, undefined, { signal: gone });
      }
      return;
    default:
      return act satisfies never;
  }
}

/** Resolves when the bytes have left the process: a later reset follows a real send. */
function write(sink: Sink, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    sink.write(bytes as string, (error) => (error ? reject(error) : resolve()));
  });
}
