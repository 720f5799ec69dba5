import type { DamageNote } from './backup-damage.ts';
import { type BackupHead, isSignIn, readBackup } from './backup-lines.ts';

export interface BackupContents {
  backedUpAt: number;
  release: string | null;
  chats: number;
  events: number;
  settings: number;
  bytes: number;
  /** Damaged data, kept or left out. */
  damage: DamageNote[];
}

/** Reads a backup to its end and changes nothing. Throws when it can't be restored. */
export async function inspectBackup(lines: AsyncIterable<string>): Promise<BackupContents> {
  let head: BackupHead | null = null;
  const counts = { events: 0, settings: 0, bytes: 0 };
  const chats = new Set<string>();
  const damage: DamageNote[] = [];
  for await (const piece of readBackup(measured(lines, counts))) {
    if ('head' in piece) {
      head = piece.head;
      continue;
    }
    const { kept } = piece;
    if ('record' in kept && !isSignIn(kept.record.kind)) counts.settings += 1;
    if ('event' in kept || 'stored' in kept) counts.events += 1;
    if ('event' in kept && kept.event.seq === 1 && kept.event.threadId === kept.event.rootId)
      chats.add(kept.event.rootId);
    if (!('damage' in kept)) continue;
    damage.push(kept.damage);
    if (kept.damage.kind === 'thread') chats.add(kept.damage.rootId);
  }
  return { backedUpAt: head?.backedUpAt ?? 0, release: head?.release ?? null, chats: chats.size, ...counts, damage };
}

async function* measured(lines: AsyncIterable<string>, counts: { bytes: number }): AsyncGenerator<string> {
  for await (const line of lines) {
    counts.bytes += Buffer.byteLength(line) + 1;
    yield line;
  }
}
