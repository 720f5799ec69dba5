import type { DatabaseSync } from 'node:sqlite';
import { inWords, openForReading } from './sqlite/open.ts';
import { verifyEnds } from './verify-ends.ts';
import type { VerifiedTree } from './verify-events.ts';
import { readTree } from './verify-events.ts';
import type { Finding } from './verify-finding.ts';
import { verifyLinks } from './verify-links.ts';
import { findStrayRows, verifyRows } from './verify-rows.ts';

/**
 * Whether a store keeps its promises. Only reads, from one snapshot, so a writer may go on beside it; holds one chat's
 * tree at a time. Open work is no finding. Throws a StoreError when there is no store to look at. A damaged file says
 * nothing reliable about what is in it, so no more than the damage is told then.
 */
export async function verifyStore(directory: string): Promise<Finding[]> {
  const { database, close } = openForReading(directory);
  try {
    const damage = inWords(directory, () => verifyFile(database));
    return damage.length > 0 ? damage : inWords(directory, () => verifyTrees(database));
  } finally {
    close();
  }
}

function verifyFile(database: DatabaseSync): Finding[] {
  database.exec('BEGIN');
  return integrityOf(database)
    .filter((line) => line !== 'ok')
    .map((line) => ({ rule: 'file', about: 'retinue.db', words: `SQLite finds the file damaged: ${line}` }));
}

/** Some damage ends the check itself. */
function integrityOf(database: DatabaseSync): string[] {
  try {
    const rows = database.prepare('PRAGMA integrity_check').all();
    return rows.map((row) => String(Object.values(row)[0]));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function verifyTrees(database: DatabaseSync): Finding[] {
  const findings: Finding[] = [];
  for (const { root_id: rootId } of database.prepare('SELECT DISTINCT root_id FROM event').iterate()) {
    findings.push(...verifyTree(database, String(rootId)));
  }
  return [...findings, ...verifyPlaces(database), ...findStrayRows(database)];
}

/** A tree whose events can't be read says nothing reliable about its links and rows; those are looked at once it can. */
function verifyTree(database: DatabaseSync, rootId: string): Finding[] {
  const { tree, findings } = readTree(database, rootId);
  if (!tree) return findings;
  return [
    ...findings,
    ...verifyLinks(tree),
    ...verifyEnds(tree),
    ...verifyBlobs(database, tree),
    ...verifyRows(database, tree),
  ];
}

function verifyBlobs(database: DatabaseSync, { events }: VerifiedTree): Finding[] {
  const find = database.prepare('SELECT 1 FROM blob WHERE hash = ?');
  return events.flatMap((event): Finding[] => {
    const hash = (event.type === 'call.ended' || event.type === 'call.late') && event.data.output?.blob;
    if (!hash || find.get(hash)) return [];
    const { callId } = event.data;
    return [
      { rule: 'blob', about: callId, words: `The result of call ${callId} is in blob ${hash}, which is not there.` },
    ];
  });
}

/** Positions are unique by their key; that they were handed out in order is for the head to say. */
function verifyPlaces(database: DatabaseSync): Finding[] {
  const last = Number(database.prepare('SELECT max(position) AS last FROM event').get()?.last ?? 0);
  const head = Number(database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'event'").get()?.seq ?? 0);
  if (head >= last) return [];
  const words = `The log's head is at position ${head}, but there is an event at ${last}: positions would be given twice.`;
  return [{ rule: 'order', about: 'event', words }];
}
