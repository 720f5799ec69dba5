import { posix } from 'node:path';
import { moduleOf } from '../modules/imports.ts';
import { lineAt, parse, type SourceFile } from '../source.ts';

/** Words without meaning. */
const emptyWords = new Set(['manager', 'service', 'helper', 'helpers', 'util', 'utils', 'data', 'info']);

/** Words with another term in the glossary, in the modules where they can mean nothing else. */
const glossaryWords: Record<string, string> = {
  activity: 'step or call',
  chunk: 'delta',
  conversation: 'thread',
  elicitation: 'question',
  invocation: 'call',
  iteration: 'step',
  reconstruct: 'fold',
  session: 'thread',
};
const glossaryModules = ['protocol', 'server/ports', 'server/engine', 'server/commands'];

/** File names and exported names with a word that is not used here: one sentence each. */
export function wrongWords(file: SourceFile): string[] {
  const isGlossaryModule = glossaryModules.includes(moduleOf(file.path)?.name ?? '');
  const names = [{ name: posix.basename(file.path), place: file.path }, ...exportedNames(file)];
  return names.flatMap(({ name, place }) =>
    wordsInName(name).flatMap((word, index, words) => {
      if (word === 'data' && isPlaceOnDisk(words[index + 1])) return [];
      if (emptyWords.has(word)) return [`${place} ${name}: "${word}" says nothing; name what it is`];
      const better = isGlossaryModule ? glossaryWords[word] : undefined;
      return better === undefined ? [] : [`${place} ${name}: the glossary's word for "${word}" is ${better}`];
    }),
  );
}

/** `openThread2Log`, `open-thread-log` and `OPEN_THREAD_LOG` as words in lower case. */
export function wordsInName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

/** `data directory` is a term of the command line. */
function isPlaceOnDisk(next: string | undefined): boolean {
  return next === 'directory' || next === 'folder' || next === 'dir';
}

function exportedNames(file: SourceFile): { name: string; place: string }[] {
  return parse(file).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, localName, start }) => {
      const name = exportName.name ?? localName.name;
      return name === null ? [] : [{ name, place: `${file.path}:${lineAt(file.text, start)}` }];
    }),
  );
}
