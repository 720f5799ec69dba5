import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Change } from './bug.ts';

/** Options of a Node process that loads the sources with these changes. The changed texts are kept in `file`. */
export function plant(file: string, changes: readonly Change[]): string[] {
  const texts = new Map<string, string>();
  for (const change of changes) {
    const path = join(repository, change.file);
    texts.set(path, applyChange(texts.get(path) ?? readFileSync(path, 'utf8'), change));
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    JSON.stringify(Object.fromEntries([...texts].map(([path, text]) => [pathToFileURL(path), text]))),
  );
  const preload = new URL('load-planted.ts', import.meta.url);
  preload.searchParams.set('texts', file);
  return ['--import', preload.href];
}

export const repository = fileURLToPath(new URL('../../..', import.meta.url));

function applyChange(text: string, { file, find, replace }: Change): string {
  const places = [...text.matchAll(patternOf(find))];
  const [place] = places;
  if (!place || places.length > 1) {
    throw new Error(`A planted bug fits ${places.length} places in ${file}, not one. Bring it up to date: ${find}`);
  }
  return text.slice(0, place.index) + replace + text.slice(place.index + place[0].length);
}

/** Any white space matches any other, and none: the formatter may have moved it. */
function patternOf(find: string): RegExp {
  const words = find
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(words.join('\\s+'), 'g');
}
