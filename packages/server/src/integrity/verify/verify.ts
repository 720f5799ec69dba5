import { isWholeBlob, namedBlobs } from '../../log/format/blobs.ts';
import { rootsInLog } from '../../log/reads.ts';
import { openSnapshot, type Snapshot } from '../../log/snapshot.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import type { Finding } from '../../ports/log/finding.ts';
import type { Ask } from '../../ports/log/sql.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { readTree, type VerifiedTree } from './verify-events.ts';
import { type IsBuiltIn, verifyRecords } from './verify-records.ts';
import { findStrayRows, verifyRows } from './verify-rows.ts';
import { verifyTree } from './verify-tree.ts';

/**
 * Checks a store for inconsistencies. Only reads, from one snapshot, so a writer may continue beside it; holds one chat's
 * tree at a time. Open work is no finding. Throws a StoreError without a store. The content of a damaged file is not
 * reliable, so then only the damage is reported.
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

/** For callers that do not know the built-in agents, and so can't tell that one is missing. */
const everyAgent: IsBuiltIn = async () => true;

/** Called after every chat. */
export type OnProgress = (done: number, total: number) => void;

async function verifySnapshot(
  snapshot: Omit<Snapshot, typeof Symbol.asyncDispose>,
  onProgress: OnProgress,
): Promise<Finding[]> {
  if (snapshot.damage.length > 0) {
    return snapshot.damage.map((line) => {
      return { rule: 'file', about: 'the store', message: `The database is damaged: ${line}` };
    });
  }
  const findings: Finding[] = [];
  const roots = await snapshot.ask(rootsInLog, []);
  for (const [index, { root_id: rootId }] of roots.entries()) {
    findings.push(...(await verifySafely(snapshot.ask, String(rootId))));
    onProgress(index + 1, roots.length);
  }
  return [...snapshot.notes, ...findings, ...(await verifyPlaces(snapshot)), ...(await findStrayRows(snapshot.ask))];
}

/** An error in one chat does not keep the others from being checked. */
async function verifySafely(ask: Ask, rootId: string): Promise<Finding[]> {
  try {
    return await verifyChat(ask, rootId);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    return [{ rule: 'event', about: rootId, message: `Chat ${rootId} can't be checked: ${problem}.` }];
  }
}

/** Links and rows are checked only if all events of the chat can be read. */
async function verifyChat(ask: Ask, rootId: string): Promise<Finding[]> {
  const { tree, findings } = await readTree(ask, rootId);
  if (!tree) return findings;
  // A chat during its import: its links may lead to events that are not written yet.
  if (tree.states.get(tree.rootId)?.isStaged) return [...findings, ...(await verifyRows(ask, tree))];
  return [
    ...findings,
    ...[...verifyTree(tree)].flat(),
    ...(await verifyBlobs(ask, tree)),
    ...(await verifyRows(ask, tree)),
  ];
}

async function verifyBlobs(ask: Ask, { events }: VerifiedTree): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { callId, hash } of namedBlobs(events)) {
    const [row] = await ask('SELECT content FROM blob WHERE hash = ?', [hash]);
    if (row && isWholeBlob({ hash, content: String(row.content) })) continue;
    const message = `The result of call ${callId} is in blob ${hash}, which ${row ? 'has other content' : 'is missing'}.`;
    findings.push({ rule: 'blob', about: callId, message });
  }
  return findings;
}

/** Positions are unique by their key, and never above the head. */
async function verifyPlaces({ ask, head }: Pick<Snapshot, 'ask' | 'head'>): Promise<Finding[]> {
  const [row] = await ask('SELECT max(position) AS last FROM event', []);
  const last = Number(row?.last ?? 0);
  if (head >= last) return [];
  const message = `The log's head is at position ${head}, but there is an event at ${last}: positions would be given twice.`;
  return [{ rule: 'order', about: 'event', message }];
}
