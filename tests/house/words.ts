import { posix } from 'node:path';
import { roomOf } from './imports.ts';
import { lineAt, parse, type SourceFile } from './source.ts';

/** Words that say nothing of what a thing is. */
const emptyWords = new Set(['manager', 'service', 'helper', 'helpers', 'util', 'utils', 'data', 'info']);

/** Words for which the glossary has another, in the rooms where they can mean nothing else. */
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
const glossaryRooms = ['protocol', 'server/ports', 'server/engine', 'server/commands'];

/** The file name and the exported names that hold a word this house does not use: one sentence each. */
export function wrongWords(file: SourceFile): string[] {
  const isGlossaryRoom = glossaryRooms.includes(roomOf(file.path)?.name ?? '');
  const names = [{ name: posix.basename(file.path), place: file.path }, ...exportedNames(file)];
  return names.flatMap(({ name, place }) =>
    wordsOf(name).flatMap((word, index, words) => {
      if (word === 'data' && isPlaceOnDisk(words[index + 1])) return [];
      if (emptyWords.has(word)) return [`${place} ${name}: "${word}" says nothing; name what it is`];
      const better = isGlossaryRoom ? glossaryWords[word] : undefined;
      return better === undefined ? [] : [`${place} ${name}: the glossary's word for "${word}" is ${better}`];
    }),
  );
}

/** `openThread2Log`, `open-thread-log` and `OPEN_THREAD_LOG` as words in lower case. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

/** The data directory is a word of the command line. */
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
