import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ChatBody, framesFor } from './model-replies.ts';

/*
 * The model server of the bench, in its own process. Leaner than the one of the tests, because it shares two cores with
 * the contestant and must never be the bottleneck.
 */
const tokensPerPacket = 5;
let steps = 0;
const server = createServer(async (request, response) => {
  if (request.url === '/steps') {
    response.end(String(steps));
    return;
  }
  const body = JSON.parse(await text(request)) as ChatBody;
  steps += 1;
  response.socket?.setNoDelay(true);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send(response, framesFor(body), 0);
});

function send(response: ServerResponse, frames: readonly string[], from: number): void {
  const packet = frames.slice(from, from + tokensPerPacket).join('');
  if (packet === '') {
    response.end();
    return;
  }
  response.write(packet);
  setImmediate(() => send(response, frames, from + tokensPerPacket));
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.stdin.resume().once('end', () => process.exit());
