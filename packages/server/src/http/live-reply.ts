import type { WorkspaceId } from '@retinue/protocol';
import { eventStream } from './event-stream.ts';
import type { Asking, Porch } from './house.ts';
import { isMember } from './principal.ts';

export interface LiveReply {
  workspaceId: WorkspaceId;
  pieces: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>;
  headers: Record<string, string>;
}

/**
 * A reply that goes on for as long as its reader wants it: counted, and ended with the connection, with the server, by a
 * reader that takes nothing, or when who opened it is no longer allowed to read.
 */
export function liveReply(porch: Porch, { workspaceId, pieces, headers }: LiveReply, asking: Asking): Response {
  const { house, signIns, streams, logger } = porch;
  const { request, principal, hangUp } = asking;
  const ending = new AbortController();
  const room = streams.enter(principal.id, () => ending.abort());
  let watch = house.clock.after(checkMs, () => void check());
  async function check(): Promise<void> {
    const now = await signIns.principalOf(request.headers).catch(() => null);
    if (!now || !isMember(now, workspaceId)) ending.abort();
    else if (!ending.signal.aborted) watch = house.clock.after(checkMs, () => void check());
  }
  const body = eventStream(pieces, {
    clock: house.clock,
    signal: AbortSignal.any([ending.signal, request.signal]),
    onEnd: () => {
      ending.abort();
      watch[Symbol.dispose]();
      room[Symbol.dispose]();
    },
    onStall: hangUp,
    onError: (error) => {
      logger.error({ error }, 'A stream failed.');
      hangUp();
    },
  });
  return new Response(body, { headers });
}

/** With what is believed for three seconds, an ended sign-in ends its streams within five. */
const checkMs = 1500;
