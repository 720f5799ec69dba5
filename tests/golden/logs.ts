import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { type EventType, eventTypes, type ThreadState } from '@retinue/protocol';

/** Logs as earlier releases wrote them, by their folder: `events.jsonl`, the same packed, and the trees that they fold to. */
export const goldenLogs = {
  first: 'the first release',
  later: 'the release that brought control',
  lapsing: 'the release that let approvals lapse',
  consulted: 'the release that set money aside for asking a parent',
  imported: 'the release that imports in slices',
  stopped: 'the release that stopped all work',
  hooked: 'the release that brought extensions',
  worded: 'the last release that stored sentences as reasons',
  coded: 'the release that stores reasons as codes',
  listed: 'the release that stores misfits and failed hooks as codes',
};

export function readGolden(log: string, file: 'events.jsonl' | 'packed.txt' | 'trees.json'): Promise<string> {
  return readFile(new URL(`logs/${log}/${file}`, import.meta.url), 'utf8');
}

/** One event of a type that no log above holds, as its first release writes it: `samples/chat.unread.json`. */
export interface GoldenSample {
  type: EventType;
  data: unknown;
  /** On disk: the number of its type, and its data. */
  packed: string;
  /** The fields of an idle chat that it changes. */
  changes: Partial<ThreadState>;
}

export async function goldenSamples(): Promise<GoldenSample[]> {
  const folder = new URL('samples/', import.meta.url);
  if (!existsSync(folder)) return [];
  const known = eventTypes.map((type) => `${type}.json`);
  const files = (await readdir(folder)).filter((file) => known.includes(file));
  return Promise.all(files.map(async (file) => JSON.parse(await readFile(new URL(file, folder), 'utf8'))));
}
