import { lineAt, type SourceFile } from '../source.ts';

const ownWords: [what: string, pattern: RegExp][] = [
  ['a folder of one machine', /(?<![\w.~/$})\]-])\/(?:work|root)(?:\/|(?![\w-]))/],
  ['the host of a package registry', /\b(?:registry\.[a-z0-9-]+\.[a-z]+|npmmirror\.com|[a-z0-9.-]+\.npmjs\.org)/i],
];

/** Paths and addresses that exist only on the author's machine: one sentence each. */
export function strayAddresses(file: SourceFile): string[] {
  return ownWords.flatMap(([what, pattern]) => {
    const found = pattern.exec(file.text);
    return found === null ? [] : [`${file.path}:${lineAt(file.text, found.index)} names ${what}: ${found[0]}`];
  });
}
