import { createHash } from 'node:crypto';
import { codes, type JsonSource, notJson } from '../../json/json-source.ts';
import type { StoredBlob } from '../../ports/log/event-log.ts';
import { exportFormat, readableVersions } from '../export/exported-chat.ts';
import { badImport, type ImportBounds, type ImportProblem, importBounds, tooMany } from './import-bounds.ts';

interface ReadOptions {
  /** Whether the events before name this blob; others are skipped. */
  isNamed(hash: string): boolean;
  bounds: ImportBounds;
}

export type ExportPiece = { event: unknown } | { blob: StoredBlob } | { exportedAt: number };

/**
 * The pieces of an exported chat, one at a time, as they arrive. The file may be the field "chat" of another object, as the
 * web app sends it.
 */
export async function* readExport(source: JsonSource, options: ReadOptions): AsyncGenerator<ExportPiece> {
  if (!(await source.take(codes.object))) throw (await source.peek()) === null ? notJson() : noExport();
  const seen = new Map<string, unknown>();
  yield* readFields(source, seen, options, true);
  if ((await source.peek()) !== null) throw notJson();
  const { format, version, exportedAt, events, blobs } = Object.fromEntries(seen);
  if (format !== exportFormat) throw noExport();
  if (!readableVersions.includes(version)) throw otherVersion(version);
  if (!isTime(exportedAt)) throw badImport('its "exportedAt" is not a time');
  if (!events) throw badImport('it has no events');
  if (!blobs) throw badImport('its "blobs" are missing');
  yield { exportedAt };
}

async function* readFields(
  source: JsonSource,
  seen: Map<string, unknown>,
  options: ReadOptions,
  isOuter: boolean,
): AsyncGenerator<ExportPiece> {
  for await (const name of fieldNames(source)) {
    if (seen.has(name)) throw badImport(`it has "${name}" twice`);
    if (name === 'events') {
      seen.set(name, true);
      for await (const event of readEvents(source, options)) yield { event };
    } else if (name === 'blobs') {
      if (!seen.has('events')) throw badImport('its "blobs" come before its "events"');
      seen.set(name, true);
      yield* readBlobs(source, options);
    } else if (name === 'chat' && isOuter) {
      if (!(await source.take(codes.object))) throw noExport();
      yield* readFields(source, seen, options, false);
    } else seen.set(name, checkField(name, await source.value(importBounds.fieldBytes), isOuter));
  }
}

/** Refuses a wrong file before its events are read, if the field comes before them. */
function checkField(name: string, value: unknown, isOuter: boolean): unknown {
  if (name === 'format' && value !== exportFormat) throw noExport();
  if (name === 'version' && !readableVersions.includes(value)) throw otherVersion(value);
  if (['format', 'version', 'exportedAt'].includes(name) || (name === 'isCopy' && isOuter)) return value;
  throw badImport(`it has an unknown field ${JSON.stringify(name)}`);
}

async function* readEvents(source: JsonSource, { bounds }: ReadOptions): AsyncGenerator<unknown> {
  await source.expect(codes.array);
  if (await source.take(codes.endArray)) throw badImport('it has no events');
  for (let count = 1; ; count += 1) {
    if (count > bounds.events) throw tooMany(`more than ${bounds.events} events`);
    yield await source.value(bounds.eventBytes);
    if (await source.take(codes.endArray)) return;
    await source.expect(codes.comma);
  }
}

async function* readBlobs(source: JsonSource, { isNamed, bounds }: ReadOptions): AsyncGenerator<ExportPiece> {
  for await (const hash of fieldNames(source, true)) {
    if ((await source.peek()) !== codes.quote) throw badImport('its "blobs" are not texts by their hashes');
    const digest = createHash('sha256');
    const isKept = isNamed(hash);
    const parts: string[] = [];
    for await (const part of source.text(bounds.blobBytes)) {
      digest.update(part);
      if (isKept) parts.push(part);
    }
    if (digest.digest('hex') !== hash) throw badImport(`it does not hold together: Blob ${hash} has other content`);
    if (isKept) yield { blob: { hash, content: parts.join('') } };
  }
}

/** The names of an object's fields. The caller must take each value before the next name. */
async function* fieldNames(source: JsonSource, isUnopened = false): AsyncGenerator<string> {
  if (isUnopened && !(await source.take(codes.object))) throw badImport('its "blobs" are not texts by their hashes');
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
  return badImport(`it has no "format": "${exportFormat}", so it is not an exported chat`);
}

function otherVersion(version: unknown): ImportProblem {
  return badImport(
    `it has version ${JSON.stringify(version)}; this Retinue reads versions ${readableVersions.join(' and ')}`,
  );
}
