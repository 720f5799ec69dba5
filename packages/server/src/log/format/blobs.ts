import { createHash } from 'node:crypto';
import type { CallId, LogEvent } from '@retinue/protocol';
import { textPieces } from '../../json/json-pieces.ts';
import { Pauser } from '../../json/pauser.ts';
import type { StoredBlob } from '../../ports/log/event-log.ts';

/** The large results that events name, each with the call whose result it is. */
export function namedBlobs(events: readonly LogEvent[]): { callId: CallId; hash: string }[] {
  return events.flatMap((event) => {
    if (event.type !== 'call.ended' && event.type !== 'call.late') return [];
    const { callId, output } = event.data;
    return output?.blob ? [{ callId, hash: output.blob }] : [];
  });
}

export function isWholeBlob({ hash, content }: StoredBlob): boolean {
  return createHash('sha256').update(content).digest('hex') === hash;
}

/** The same for one that may be large, in several turns of the event loop. */
export async function isWholeLargeBlob({ hash, content }: StoredBlob): Promise<boolean> {
  const digest = createHash('sha256');
  const pauser = new Pauser(sliceMs);
  for (const piece of textPieces(content)) {
    await pauser.pause();
    digest.update(piece);
  }
  return digest.digest('hex') === hash;
}

const sliceMs = 20;
