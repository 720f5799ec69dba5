/* Reads the parts of docs/how-to-add.md and applies their blocks to files. */

/** A block of text for one file: the whole of a new one, or lines beside or instead of a line that begins with `anchor`. */
export interface Change {
  path: string;
  place: { kind: 'file' } | { kind: 'before' | 'after' | 'replace'; anchor: string };
  text: string;
}

export interface Part {
  title: string;
  /** The number of files that it says to touch. */
  stated: number;
  changes: Change[];
}

export function partsIn(page: string): Part[] {
  const [, ...sections] = page.split(/^## /m);
  return sections.map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    stated: Number(/^\*\*(\d+) files?\b/m.exec(section)?.[1]),
    changes: [...section.matchAll(/^```\w+ (\w+) ([^\s:]+)(?:: (.+))?\n((?:(?!```).*\n)*)```$/gm)].map(changeOf),
  }));
}

function changeOf([line, kind, path = '', anchor, text = '']: RegExpExecArray): Change {
  if (kind === 'file' && anchor === undefined) return { path, place: { kind }, text };
  const isBeside = kind === 'before' || kind === 'after' || kind === 'replace';
  if (!isBeside || anchor === undefined) throw new Error(`No file or place is named in: ${line?.split('\n')[0]}`);
  return { path, place: { kind, anchor }, text };
}

/** The files of the product that a part touches. */
export function touchedFiles({ changes }: Part): string[] {
  const isProduct = (path: string) => path.startsWith('packages/') && !path.endsWith('.test.ts');
  return [...new Set(changes.map(({ path }) => path))].filter(isProduct);
}

/** The text of a file after a change; `current` is null if there is no such file. */
export function changed(current: string | null, { path, place, text }: Change): string {
  if (place.kind === 'file') {
    if (current !== null) throw new Error(`${path} is there already.`);
    return text;
  }
  if (current === null) throw new Error(`There is no ${path}.`);
  const lines = current.split(/(?<=\n)/);
  const found = lines.flatMap((line, index) => (line.trimStart().startsWith(place.anchor) ? [index] : []));
  const [at] = found;
  if (at === undefined || found.length > 1) throw new Error(`${path} has ${found.length} lines with: ${place.anchor}`);
  const from = place.kind === 'after' ? at + 1 : at;
  return lines.toSpliced(from, place.kind === 'replace' ? 1 : 0, text).join('');
}
