import { isWholeBlob, namedBlobs } from '../../log/format/blobs.ts';
import { rootsInLog } from '../../log/reads.ts';
import type { Snapshot } from '../../log/snapshot.ts';
import { openSnapshot } from '../../log/snapshot.ts';
import { StoreError } from '../../log/store-error.ts';
import type { StorePlace } from '../../ports/event-log.ts';
import type { Finding } from '../../ports/finding.ts';
import type { Ask } from '../../ports/sql.ts';
import { changedBlob, missingBlob } from './verify-blobs.ts';
import { verifyCompactions } from './verify-compactions.ts';
import { verifyEnds } from './verify-ends.ts';
import type { VerifiedTree } from './verify-events.ts';
import { readTree } from './verify-events.ts';
import { verifyGrants } from './verify-grants.ts';
import { verifyLinks } from './verify-links.ts';
import { type IsBuiltIn, verifyRecords } from './verify-records.ts';
import { findStrayRows, verifyRows } from './verify-rows.ts';

/**
 * Whether a store keeps its promises. Only reads, from one snapshot, so a writer may go on beside it; holds one chat's
 * tree at a time. Open work is no finding. Throws a StoreError when there is no store to look at. A damaged file says
 * nothing reliable about what is in it, so no more than the damage is told then.
 */
export async function verifyStore(
  place: StorePlace,
  isBuiltIn: IsBuiltIn = everyAgent,
  onProgress: OnProgress = () => {},
): Promise<Finding[]> {
  await using snapshot = await openSnapshot(place);
  const findings = await verifySnapshot(snapshot, onProgress);
  return snapshot.damage.length > 0 ? findings : [...findings, ...(await verifyRecords(snapshot.ask, isBuiltIn))];
}

/** Who does not know which agents came with the product can't tell that one is missing. */
const everyAgent: IsBuiltIn = async () => true;

/** Told of every chat that has been checked. */
export type OnProgress = (done: number, total: number) => void;

async function verifySnapshot(
  snapshot: Omit<Snapshot, typeof Symbol.asyncDispose>,
  onProgress: OnProgress,
): Promise<Finding[]> {
  if (snapshot.damage.length > 0) {
    return snapshot.damage.map((line) => ({
      rule: 'file',
      about: 'the store',
      words: `The database is damaged: ${line}`,
    }));
  }
  const findings: Finding[] = [];
  const roots = await snapshot.ask(rootsInLog, []);
  for (const [index, { root_id: rootId }] of roots.entries()) {
    findings.push(...(await verifySafely(snapshot.ask, String(rootId))));
    onProgress(index + 1, roots.length);
  }
  return [...snapshot.notes, ...findings, ...(await verifyPlaces(snapshot)), ...(await findStrayRows(snapshot.ask))];
}

/** What one chat holds never keeps the others from being looked at. */
async function verifySafely(ask: Ask, rootId: string): Promise<Finding[]> {
  try {
    return await verifyTree(ask, rootId);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    return [{ rule: 'event', about: rootId, words: `Chat ${rootId} can't be checked: ${problem}.` }];
  }
}

/** A tree whose events can't be read says nothing reliable about its links and rows; those are looked at once it can. */
async function verifyTree(ask: Ask, rootId: string): Promise<Finding[]> {
  const { tree, findings } = await readTree(ask, rootId);
  if (!tree) return findings;
  // Half of a chat: its links lead to what is still to come.
  if (tree.states.get(tree.rootId)?.isStaged) return [...findings, ...(await verifyRows(ask, tree))];
  return [
    ...findings,
    ...verifyLinks(tree),
    ...verifyEnds(tree),
    ...verifyCompactions(tree),
    ...verifyGrants(tree),
    ...(await verifyBlobs(ask, tree)),
    ...(await verifyRows(ask, tree)),
  ];
}

async function verifyBlobs(ask: Ask, { events }: VerifiedTree): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { callId, hash } of namedBlobs(events)) {
    const [row] = await ask('SELECT content FROM blob WHERE hash = ?', [hash]);
    if (!row) findings.push(missingBlob(callId, hash));
    else if (!isWholeBlob({ hash, content: String(row.content) })) findings.push(changedBlob(callId, hash));
  }
  return findings;
}

/** Positions are unique by their key; that they were handed out in order is for the head to say. */
async function verifyPlaces({ ask, head }: Pick<Snapshot, 'ask' | 'head'>): Promise<Finding[]> {
  const [row] = await ask('SELECT max(position) AS last FROM event', []);
  const last = Number(row?.last ?? 0);
  if (head >= last) return [];
  const words = `The log's head is at position ${head}, but there is an event at ${last}: positions would be given twice.`;
  return [{ rule: 'order', about: 'event', words }];
}
