import { createHash } from 'node:crypto';
import type { Event, ThreadState } from '@retinue/protocol';
import { findCall } from '@retinue/protocol';
import type { Blob } from '../ports/event-log.ts';
import { missingBlob, namedBlobs } from './verify-blobs.ts';
import { verifyEnds } from './verify-ends.ts';
import { foldedTree } from './verify-events.ts';
import type { Finding } from './verify-finding.ts';
import { verifyGrants } from './verify-grants.ts';
import { verifyLinks } from './verify-links.ts';

/** Whether a tree from elsewhere keeps the promises of a stored one, before any of it is stored. */
export function verifyForeign(events: readonly Event[], blobs: readonly Blob[]): Finding[] {
  const rootId = events[0]?.rootId;
  if (!rootId) return [];
  // The links are walked by position: a foreign tree has the order of its events instead.
  const numbered = events.map((event, index): Event => ({ ...event, position: index + 1 }));
  const { tree, findings } = foldedTree(rootId, numbered);
  if (!tree) return findings;
  return [
    ...verifyVerdicts(tree.states.values()),
    ...verifyOneChat(tree.events),
    ...verifyLinks(tree),
    ...verifyEnds(tree),
    ...verifyGrants(tree),
    ...verifyBlobs(tree.events, blobs),
  ];
}

/** What somebody approved elsewhere, or is said to have, is not begun here. */
function verifyVerdicts(threads: Iterable<ThreadState>): Finding[] {
  return [...threads].flatMap((thread) =>
    thread.openCalls.flatMap(({ step, callId }): Finding[] => {
      if (findCall(thread, step, callId)?.question?.verdict !== 'approved') return [];
      const words = `Call ${callId} was approved and has not ended: what is approved elsewhere can't be done here.`;
      return [{ rule: 'end', about: callId, words }];
    }),
  );
}

function verifyOneChat(events: readonly Event[]): Finding[] {
  const [first] = events;
  const stray = events.find(({ rootId }) => rootId !== first?.rootId);
  if (!stray) return [];
  const words = `Event ${stray.position} belongs to chat ${stray.rootId}, the first one to ${first?.rootId}: an export holds one chat.`;
  return [{ rule: 'link', about: stray.threadId, words }];
}

function verifyBlobs(events: readonly Event[], blobs: readonly Blob[]): Finding[] {
  const known = new Set(blobs.map(({ hash }) => hash));
  const named = namedBlobs(events);
  const missing = named.filter(({ hash }) => !known.has(hash)).map(({ callId, hash }) => missingBlob(callId, hash));
  const changed = blobs.filter((blob) => !isWholeBlob(blob));
  return [
    ...missing,
    ...changed.map(({ hash }): Finding => ({ rule: 'blob', about: hash, words: `Blob ${hash} has other content.` })),
  ];
}

export function isWholeBlob({ hash, content }: Blob): boolean {
  return createHash('sha256').update(content).digest('hex') === hash;
}
