import type { StorePlace } from '../ports/event-log.ts';
import { lookAtPostgres } from './postgres/look.ts';
import type { Ask } from './reads.ts';
import { lookAtSqlite } from './sqlite/look.ts';
import { missingBlob, namedBlobs } from './verify-blobs.ts';
import { verifyCompactions } from './verify-compactions.ts';
import { verifyEnds } from './verify-ends.ts';
import type { VerifiedTree } from './verify-events.ts';
import { readTree } from './verify-events.ts';
import type { Finding } from './verify-finding.ts';
import { verifyGrants } from './verify-grants.ts';
import { verifyLinks } from './verify-links.ts';
import { type IsBuiltIn, verifyRecords } from './verify-records.ts';
import { findStrayRows, verifyRows } from './verify-rows.ts';

/** A store that can be asked, from one snapshot, until it is let go of. */
export interface Look extends AsyncDisposable {
  ask: Ask;
  /** What the database itself finds wrong. */
  damage: string[];
  /** The highest position ever given. */
  head: number;
}

/**
 * Whether a store keeps its promises. Only reads, from one snapshot, so a writer may go on beside it; holds one chat's
 * tree at a time. Open work is no finding. Throws a StoreError when there is no store to look at. A damaged file says
 * nothing reliable about what is in it, so no more than the damage is told then.
 */
export async function verifyStore(place: StorePlace, isBuiltIn: IsBuiltIn = everyAgent): Promise<Finding[]> {
  await using look = await lookAt(place);
  const findings = await verifyLook(look);
  return look.damage.length > 0 ? findings : [...findings, ...(await verifyRecords(look.ask, isBuiltIn))];
}

/** Who does not know which agents came with the product can't tell that one is missing. */
const everyAgent: IsBuiltIn = async () => true;

export function lookAt(place: StorePlace): Promise<Look> {
  return place.kind === 'postgres' ? lookAtPostgres(place.url) : lookAtSqlite(place.directory);
}

export async function verifyLook(look: Omit<Look, typeof Symbol.asyncDispose>): Promise<Finding[]> {
  if (look.damage.length > 0) {
    return look.damage.map((line) => ({ rule: 'file', about: 'the store', words: `The database is damaged: ${line}` }));
  }
  const findings: Finding[] = [];
  for (const { root_id: rootId } of await look.ask('SELECT DISTINCT root_id FROM event', [])) {
    findings.push(...(await verifyTree(look.ask, String(rootId))));
  }
  return [...findings, ...(await verifyPlaces(look)), ...(await findStrayRows(look.ask))];
}

/** A tree whose events can't be read says nothing reliable about its links and rows; those are looked at once it can. */
async function verifyTree(ask: Ask, rootId: string): Promise<Finding[]> {
  const { tree, findings } = await readTree(ask, rootId);
  if (!tree) return findings;
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
    if ((await ask('SELECT 1 FROM blob WHERE hash = ?', [hash])).length === 0) findings.push(missingBlob(callId, hash));
  }
  return findings;
}

/** Positions are unique by their key; that they were handed out in order is for the head to say. */
async function verifyPlaces({ ask, head }: Pick<Look, 'ask' | 'head'>): Promise<Finding[]> {
  const [row] = await ask('SELECT max(position) AS last FROM event', []);
  const last = Number(row?.last ?? 0);
  if (head >= last) return [];
  const words = `The log's head is at position ${head}, but there is an event at ${last}: positions would be given twice.`;
  return [{ rule: 'order', about: 'event', words }];
}
