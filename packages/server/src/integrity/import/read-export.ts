import { createHash } from 'node:crypto';
import { codes, type JsonSource, notJson } from '../../json/json-source.ts';
import type { Blob } from '../../ports/event-log.ts';
import { exportFormat, exportVersion } from '../export/exported-chat.ts';
import { importBounds } from './import-bounds.ts';
import { ImportProblem } from './import-problem.ts';

export type ExportPiece = { event: unknown } | { blob: Blob } | { exportedAt: number };

/**
 * The pieces of an exported chat, one at a time, as they arrive. The file may stand inside the field "chat" of another
 * object, as the web app sends it. `isNamed` says which blobs the events before them name; others are passed over.
 */
export async function* readExport(source: JsonSource, isNamed: (hash: string) => boolean): AsyncGenerator<ExportPiece> {
  if (!(await source.take(codes.object))) throw (await source.peek()) === null ? notJson() : noExport();
  const seen = new Map<string, unknown>();
  yield* readFields(source, seen, isNamed, true);
  if ((await source.peek()) !== null) throw notJson();
  const { format, version, exportedAt, events, blobs } = Object.fromEntries(seen);
  if (format !== exportFormat) throw noExport();
  if (version !== exportVersion) throw otherVersion(version);
  if (!isTime(exportedAt)) throw bad('its "exportedAt" is not a time');
  if (!events) throw bad('it has no events');
  if (!blobs) throw bad('its "blobs" are missing');
  yield { exportedAt };
}

async function* readFields(
  source: JsonSource,
  seen: Map<string, unknown>,
  isNamed: (hash: string) => boolean,
  isOuter: boolean,
): AsyncGenerator<ExportPiece> {
  for await (const name of fieldNames(source)) {
    if (seen.has(name)) throw bad(`it has "${name}" twice`);
    if (name === 'events') {
      seen.set(name, true);
      for await (const event of readEvents(source)) yield { event };
    } else if (name === 'blobs') {
      if (!seen.has('events')) throw bad('its "blobs" come before its "events"');
      seen.set(name, true);
      yield* readBlobs(source, isNamed);
    } else if (name === 'chat' && isOuter) {
      if (!(await source.take(codes.object))) throw noExport();
      yield* readFields(source, seen, isNamed, false);
    } else seen.set(name, checkField(name, await source.value(importBounds.fieldBytes), isOuter));
  }
}

/** What is wrong with the file as a whole is said before its events are read, where it stands before them. */
function checkField(name: string, value: unknown, isOuter: boolean): unknown {
  if (name === 'format' && value !== exportFormat) throw noExport();
  if (name === 'version' && value !== exportVersion) throw otherVersion(value);
  if (['format', 'version', 'exportedAt'].includes(name) || (name === 'isCopy' && isOuter)) return value;
  throw bad(`it has an unknown field ${JSON.stringify(name)}`);
}

async function* readEvents(source: JsonSource): AsyncGenerator<unknown> {
  await source.expect(codes.array);
  if (await source.take(codes.endArray)) throw bad('it has no events');
  for (let count = 1; ; count += 1) {
    if (count > importBounds.events) throw tooMany(`more than ${importBounds.events} events`);
    yield await source.value(importBounds.eventBytes);
    if (await source.take(codes.endArray)) return;
    await source.expect(codes.comma);
  }
}

async function* readBlobs(source: JsonSource, isNamed: (hash: string) => boolean): AsyncGenerator<ExportPiece> {
  for await (const hash of fieldNames(source, true)) {
    if ((await source.peek()) !== codes.quote) throw bad('its "blobs" are not texts by their hashes');
    const digest = createHash('sha256');
    const isKept = isNamed(hash);
    const parts: string[] = [];
    for await (const part of source.text(importBounds.blobBytes)) {
      digest.update(part);
      if (isKept) parts.push(part);
    }
    if (digest.digest('hex') !== hash) throw bad(`it does not hold together: Blob ${hash} has other content`);
    if (isKept) yield { blob: { hash, content: parts.join('') } };
  }
}

/** The names of an object's fields. Whoever iterates takes each value before the next name. */
async function* fieldNames(source: JsonSource, isUnopened = false): AsyncGenerator<string> {
  if (isUnopened && !(await source.take(codes.object))) throw bad('its "blobs" are not texts by their hashes');
  if (await source.take(codes.endObject)) return;
  while (true) {
    if ((await source.peek()) !== codes.quote) throw notJson();
    const name = String(await source.value(importBounds.fieldBytes));
    await source.expect(codes.colon);
    yield name;
    if (await source.take(codes.endObject)) return;
    await source.expect(codes.comma);
  }
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function noExport(): ImportProblem {
  return bad(`it has no "format": "${exportFormat}", so it is not an exported chat`);
}

function otherVersion(version: unknown): ImportProblem {
  return bad(`it has version ${JSON.stringify(version)}; this Retinue reads version ${exportVersion}`);
}

export function tooMany(what: string): ImportProblem {
  return bad(`it has ${what}`);
}

export function bad(problem: string): ImportProblem {
  return new ImportProblem('bad-import', problem);
}
