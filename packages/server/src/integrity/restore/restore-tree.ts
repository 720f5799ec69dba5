import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogEvent, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import { loadStored } from '../../log/damage/fold-stored.ts';
import { namedBlobs } from '../../log/format/blobs.ts';
import type { Transaction } from '../../log/store.ts';
import { DamagedThreadError } from '../../ports/log/damage.ts';
import { reduceEvent } from '../../ports/log/reduce-event.ts';
import { type Rebuilt, rebuild } from '../../read-models/projector.ts';
import type { DamageNote } from '../backup/backup-damage.ts';
import { badBackup } from '../backup/backup-lines.ts';
import type { VerifiedTree } from '../verify/verify-events.ts';
import { verifyTree } from '../verify/verify-tree.ts';
import type { HeapBound } from './heap-bound.ts';

/**
 * Rebuilds the rows of one restored chat from its events, a page at a time and without keeping texts, and verifies its links.
 * The events themselves were checked when they were read from the backup.
 */
export async function restoreTree(
  { ask, reads }: Transaction,
  { workspaceId, rootId }: { workspaceId: WorkspaceId; rootId: ThreadId },
  heap: HeapBound,
): Promise<RestoredTree> {
  const events: LogEvent[] = [];
  const broken = new Map<ThreadId, DamagedThreadError>();
  const states = new Map<ThreadId, ThreadState>();
  let limit = minPage;
  for (let after = 0; ; after = events.at(-1)?.position ?? after) {
    const page = await reads.read({ workspaceId, rootId, after, limit });
    const reduced = page.map(reduceEvent);
    events.push(...reduced);
    foldPage(states, reduced, broken);
    heap.hold();
    await nextTurn();
    if (page.length < limit) break;
    // Large events are read few at a time, to bound memory.
    limit = roughLength(page) > pageLength ? Math.max(minPage, limit >> 1) : Math.min(maxPage, limit * 2);
  }
  const root = states.get(rootId);
  if (!root)
    throw badBackup(`it does not hold together: ${broken.get(rootId)?.message ?? `Chat ${rootId} has no events`}`);
  const tree = { rootId, events, states };
  const damage = [...broken.values()].map(({ threadId, seq, reason }): DamageNote => {
    return { kind: 'thread', rootId, threadId, seq, reason, title: root.title };
  });
  if (root.isStaged) return { rebuilt: rebuild(tree), damage };
  // A damaged chat has broken links anyway. Other chats are kept even with broken links: they were in use.
  if (damage.length === 0) damage.push(...linkNotes(tree));
  for (const { hash } of namedBlobs(events)) {
    if ((await ask('SELECT 1 FROM blob WHERE hash = ?', [hash])).length === 0)
      damage.push({ kind: 'blob', hash, rootIds: [rootId] });
  }
  return { rebuilt: rebuild(tree), damage };
}

export interface RestoredTree {
  rebuilt: Rebuilt;
  /** Threads that can't be folded, with the rows of their beginnings, and large results that are missing. */
  damage: DamageNote[];
}

/** A thread that can't be folded keeps its state from before the failing event. */
function foldPage(
  states: Map<ThreadId, ThreadState>,
  events: readonly LogEvent[],
  broken: Map<ThreadId, DamagedThreadError>,
): void {
  for (const [threadId, ofThread] of Map.groupBy(events, (event) => event.threadId)) {
    if (broken.has(threadId)) continue;
    const state = states.get(threadId) ?? null;
    const folded = loadStored(threadId, state, () => ofThread);
    if (folded instanceof DamagedThreadError) broken.set(threadId, folded);
    const last = folded instanceof DamagedThreadError ? beforeBreak(threadId, state, ofThread) : folded;
    if (last) states.set(threadId, last);
  }
}

function beforeBreak(threadId: ThreadId, state: ThreadState | null, events: readonly LogEvent[]): ThreadState | null {
  let last = state;
  for (const event of events) {
    const folded = loadStored(threadId, last, () => [event]);
    if (folded instanceof DamagedThreadError) return last;
    last = folded;
  }
  return last;
}

/** The first broken link. */
function linkNotes(tree: VerifiedTree): DamageNote[] {
  for (const [finding] of verifyTree(tree))
    if (finding) return [{ kind: 'link', rootId: tree.rootId, problem: finding.message }];
  return [];
}

/** The approximate number of characters of a value. */
function roughLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce((sum: number, one) => sum + roughLength(one), 0);
}

const minPage = 8;
const maxPage = 512;
const pageLength = 256 * 1024;
