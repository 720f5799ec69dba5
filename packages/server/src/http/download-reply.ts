import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Clock } from '../ports/runtime/clock.ts';
import type { Logger } from '../ports/runtime/logger.ts';
import { securityHeaders } from './guards/check-source.ts';
import type { Incoming } from './http-context.ts';
import { PieceSender } from './stream/piece-sender.ts';

export interface Download {
  pieces(): AsyncGenerator<string>;
  headers: Record<string, string>;
  clock: Clock;
  logger: Logger;
}

/**
 * A long file, made while it is sent: each piece when the connection has taken the one before. A reader that
 * disconnects or stalls ends it, so that nothing is held for it. A failure before the first piece is answered as an
 * error; after that the connection is cut, and the file lacks its end.
 */
export async function downloadReply({ request, outgoing }: Incoming, download: Download): Promise<Response> {
  const { pieces, headers, clock, logger } = download;
  if (request.method === 'HEAD') return new Response(null, { headers });
  const ending = new AbortController();
  outgoing.on('close', () => ending.abort());
  const made = pieces();
  const first = await made.next();
  if (outgoing.destroyed) {
    await made.return(undefined);
    return RESPONSE_ALREADY_SENT;
  }
  outgoing.writeHead(200, { ...securityHeaders, ...headers });
  const sender = new PieceSender(outgoing, clock);
  using _check = checkEvery(clock, () => sender.isStalled && outgoing.destroy());
  try {
    await sender.send(from(first, made), ending.signal);
    sender.end();
  } catch (error) {
    if (!ending.signal.aborted) logger.error({ error }, 'A download failed.');
    outgoing.destroy();
  }
  return RESPONSE_ALREADY_SENT;
}

async function* from(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

function checkEvery(clock: Clock, check: () => void): Disposable {
  let timer = clock.after(checkMs, again);
  function again(): void {
    check();
    timer = clock.after(checkMs, again);
  }
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}

const checkMs = 1500;
