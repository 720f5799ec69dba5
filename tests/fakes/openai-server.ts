import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Act, deltas, type Reply, stream } from './openai-replies.ts';

/*
 * A small server that speaks OpenAI's chat completions over real HTTP on loopback, and does what its script says:
 * answers, and every way to go wrong. Also a process of its own: `node tests/fakes/openai-server.ts --port 0`.
 */
export interface OpenAiServer extends AsyncDisposable {
  /** Ends in `/v1`. */
  baseUrl: string;
  requests: ReceivedRequest[];
}

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: ChatBody;
  /** Resolves when the connection of this request is done with, whoever ended it. */
  closed: Promise<void>;
}

export interface ChatBody {
  model: string;
  messages: { role: string; content?: unknown; tool_calls?: unknown; tool_call_id?: string }[];
  [field: string]: unknown;
}

export async function startOpenAiServer(
  answer: (request: ReceivedRequest) => Reply,
  { port = 0 }: { port?: number } = {},
): Promise<OpenAiServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((message, response) => {
    serve(message, response, answer, requests).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  answer: (request: ReceivedRequest) => Reply,
  requests: ReceivedRequest[],
): Promise<void> {
  const gone = new AbortController();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  response.once('close', () => {
    gone.abort();
    resolve();
  });
  if (message.method !== 'POST' || message.url !== '/v1/chat/completions') {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"No such route."}}');
    return;
  }
  const body = JSON.parse(await text(message)) as ChatBody;
  const request = { path: message.url, headers: message.headers, body, closed };
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
    case 'reset':
      return void message.socket.resetAndDestroy();
    case 'endless':
      while (!gone.aborted) {
        await write(sink, act.bytes);
        await sleep(act.everyMs, undefined, { signal: gone });
      }
      return;
    default:
      return act satisfies never;
  }
}

/** Resolves when the bytes have left the process: what is reset later was at least sent. */
function write(sink: Sink, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    sink.write(bytes as string, (error) => (error ? reject(error) : resolve()));
  });
}

/** For benches: says back what it was told, word by word. */
function echo({ body }: ReceivedRequest): Reply {
  const said = body.messages.findLast(({ role }) => role === 'user')?.content;
  const words = `You said: ${typeof said === 'string' ? said : JSON.stringify(said)}`;
  return stream(...deltas(...words.split(/(?<= )/)));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
  const { baseUrl } = await startOpenAiServer(echo, { port: Number(values.port) });
  console.log(baseUrl);
}
