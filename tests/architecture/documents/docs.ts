import { posix } from 'node:path';
import type { SourceFile } from '../source.ts';

/** Relative links of a Markdown file that lead nowhere: one sentence each. */
export function deadLinks(file: SourceFile, exists: (path: string) => boolean): string[] {
  const prose = file.text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g), ...prose.matchAll(/^\[[^\]]+\]:\s*<?([^\s>]+)/gm)];
  return targets.flatMap(([, target = '']) => {
    const path = decodeURI(target.replace(/[#?].*$/, ''));
    if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path)) return []; // An anchor of this page, or another site.
    const resolved = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file.path), path);
    return exists(resolved) ? [] : [`${file.path} links to ${target}, which is not there`];
  });
}

/** Settings that only one side knows: the code that reads them, or the page that explains them. */
export function undocumentedSettings(config: SourceFile, page: SourceFile): string[] {
  const [read, explained] = [settingsIn(config.text), settingsIn(page.text)];
  return [
    ...[...read].filter((key) => !explained.has(key)).map((key) => `${page.path} does not explain ${key}`),
    ...[...explained].filter((key) => !read.has(key)).map((key) => `${config.path} does not read ${key}`),
  ];
}

/** Decisions are named NNNN-title.md, with unique numbers. */
export function misnamedDecisions(paths: string[]): string[] {
  const seen = new Set<string>();
  return paths.flatMap((path) => {
    const number = /^(\d{4})-[a-z0-9-]+\.md$/.exec(posix.basename(path))?.[1];
    if (number === undefined) return [`${path} is not called NNNN-title.md`];
    if (seen.has(number)) return [`${path} has a number that another decision has`];
    seen.add(number);
    return [];
  });
}

function settingsIn(text: string): Set<string> {
  return new Set(text.match(/\bRETINUE_[A-Z0-9_]*[A-Z0-9]\b/g));
}

/** Decision records without a valid status line: one sentence each. */
export function decisionsWithoutStatus(files: readonly SourceFile[]): string[] {
  const numbers = new Set(files.map(({ path }) => posix.basename(path).slice(0, 4)));
  return files.flatMap(({ path, text }) => {
    const status = /^# \d{4} .*\n\nStatus: (?:accepted|(?:partly )?superseded by (\d{4}))\n/.exec(text);
    if (!status)
      return [
        `${path} has no title "# NNNN Title", or no line "Status: accepted" or "Status: superseded by NNNN" below it`,
      ];
    const later = status[1];
    if (later === undefined || (numbers.has(later) && later > posix.basename(path).slice(0, 4))) return [];
    return [`${path} is superseded by ${later}, which is no later decision`];
  });
}
