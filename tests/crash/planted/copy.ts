import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './bug.ts';

/**
 * The sources with some changes, in a folder of their own. Its node_modules links to what is installed, one by one, but
 * for our own packages: those must be the copy's, or a changed protocol would never be loaded.
 */
export function copySources(
  from: string,
  to: string,
  changes: readonly Change[],
  testFiles: readonly string[] = [],
): void {
  mkdirSync(to, { recursive: true });
  for (const part of [
    'package.json',
    'packages/demo',
    'packages/protocol',
    'packages/server',
    'tests/crash',
    'tests/fakes',
    'tests/postgres',
    'tests/support',
  ]) {
    cpSync(join(from, part), join(to, part), {
      recursive: true,
      filter: (path) => !/node_modules|\.test\.ts$/.test(path),
    });
  }
  for (const file of testFiles) cpSync(join(from, file), join(to, file));
  linkModules(join(from, 'node_modules'), join(to, 'node_modules'));
  for (const change of changes) applyChange(to, change);
}

function linkModules(from: string, to: string): void {
  mkdirSync(join(to, '@retinue'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@retinue' && !name.startsWith('.')) symlinkSync(join(from, name), join(to, name));
  }
  for (const name of ['demo', 'protocol', 'server'])
    symlinkSync(join('..', '..', 'packages', name), join(to, '@retinue', name));
}

function applyChange(root: string, { file, find, replace }: Change): void {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const places = [...text.matchAll(patternOf(find))];
  const [place] = places;
  if (!place || places.length > 1) {
    throw new Error(`A planted bug fits ${places.length} places in ${file}, not one. Bring it up to date: ${find}`);
  }
  writeFileSync(path, text.slice(0, place.index) + replace + text.slice(place.index + place[0].length));
}

/** Any white space for any other, and none for none: the formatter may have moved it. */
function patternOf(find: string): RegExp {
  const words = find
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(words.join('\\s+'), 'g');
}
