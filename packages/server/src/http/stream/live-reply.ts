import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { WorkspaceId } from '@retinue/protocol';
import { isMember } from '../auth/principal.ts';
import { securityHeaders } from '../guards/check-source.ts';
import type { HttpContext, Incoming } from '../http-context.ts';
import { type Piece, PieceSender } from './piece-sender.ts';

export interface LiveReply {
  workspaceId: WorkspaceId;
  pieces: (signal: AbortSignal) => AsyncIterable<Piece>;
  headers: Record<string, string>;
}

/**
 * A reply without an end: counted, and ended with the connection, with the server, by a reader that stalls, or when its
 * caller is no longer allowed to read. It writes to the connection directly.
 */
export function liveReply(
  http: HttpContext,
  { workspaceId, pieces, headers }: LiveReply,
  incoming: Incoming,
): Response {
  const { request, principal, outgoing } = incoming;
  if (request.method === 'HEAD') return new Response(null, { headers });
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT;
  const { clock } = http.services;
  const ending = new AbortController();
  const end = () => ending.abort();
  const room = http.streams.enter(principal.id, end);
  const sender = new PieceSender(outgoing, clock);
  let watch = clock.after(checkMs, () => void check());
  async function check(): Promise<void> {
    // A stalled reader can't be notified either.
    if (sender.isStalled) return void outgoing.destroy();
    const now = await http.signIns.principalOf(request.headers).catch(() => null);
    if (!now || !isMember(now, workspaceId)) end();
    if (!isOver) watch = clock.after(checkMs, () => void check());
  }
  let isOver = false;
  outgoing.on('close', () => {
    isOver = true;
    end();
    watch[Symbol.dispose]();
    room[Symbol.dispose]();
  });
  outgoing.writeHead(200, { ...securityHeaders, ...headers }).flushHeaders();
  sender.send(pieces(ending.signal), ending.signal).then(
    () => sender.end(),
    (error) => {
      if (ending.signal.aborted) return sender.end();
      http.logger.error({ error }, 'A stream failed.');
      outgoing.destroy();
    },
  );
  return RESPONSE_ALREADY_SENT;
}

/** Sign-ins are cached for 3 s, so checking every 1.5 s ends revoked streams within 5 s. */
const checkMs = 1500;
