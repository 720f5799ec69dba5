import { posix } from 'node:path';
import { parse, type SourceFile } from './source.ts';
import { wordsOf } from './words.ts';

const retiredWords = new Set([
  ...['house', 'door', 'porch', 'office', 'wish', 'wishes', 'recruit', 'recruits', 'roster', 'pace', 'words', 'chance'],
  ...['patience', 'patiently', 'most', 'longest', 'least'],
]);

/** Exported names that are declared in more than one file. A type and a value of one file may share a name. */
export function sharedNames(files: readonly SourceFile[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const file of files)
    for (const name of declaredNames(file)) places.getOrInsertComputed(name, () => new Set()).add(file.path);
  return [...places].filter(([, paths]) => paths.size > 1).map(([name]) => name);
}

/** Exported names and file names with a retired word in them. */
export function retiredNames(files: readonly SourceFile[]): string[] {
  const names = files.flatMap((file) => [posix.basename(file.path), ...declaredNames(file)]);
  return [...new Set(names)].filter((name) => wordsOf(name).some((word) => retiredWords.has(word)));
}

/** New offenders, and names on the list that offend no more: one sentence each. */
export function compareWithList(found: readonly string[], listed: readonly string[], problem: string): string[] {
  const added = found.filter((name) => !listed.includes(name)).map((name) => `${name} ${problem}`);
  const gone = listed.filter((name) => !found.includes(name));
  return [...added, ...gone.map((name) => `${name} is fine by now: remove it from the list in known-names.ts`)];
}

/** Names that a file declares itself; a re-export gives no second meaning. */
function declaredNames(file: SourceFile): string[] {
  return parse(file).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName, localName }) => {
      const name = moduleRequest ? null : (exportName.name ?? localName.name);
      return name === null ? [] : [name];
    }),
  );
}
