import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A file of this repository: its path from the root, with forward slashes, and its text. */
export type SourceFile = { path: string; text: string };

const notOurs = new Set(['.git', '.retinue', 'coverage', 'dist', 'node_modules', 'tmp']);

/** Every file of the repository whose path matches, in a fixed order. */
export function readFiles(matches: (path: string) => boolean): SourceFile[] {
  return listPaths(matches).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export function listPaths(matches: (path: string) => boolean): string[] {
  return pathsBelow(root).filter(matches).sort();
}

export function isTypeScript(path: string): boolean {
  return /^(gallery|packages|tests)\/.*\.tsx?$/.test(path);
}

/** Tests may know everything; a `.contract.ts` file is a suite of tests that several implementations share. */
export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.(test|contract)\.tsx?$/.test(path);
}

/** Files that many tests of one process look at. */
const parsedFiles = new Map<string, ReturnType<typeof parseSync>>();

export function parse(file: SourceFile) {
  const parsed = parsedFiles.getOrInsertComputed(`${file.path}\n${file.text}`, () => parseSync(file.path, file.text));
  const error = parsed.errors[0];
  if (error) throw new Error(`${file.path} cannot be parsed: ${error.message}`);
  return parsed;
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pathsBelow(path);
    return entry.isFile() ? [relative(root, path).split(sep).join('/')] : [];
  });
}
