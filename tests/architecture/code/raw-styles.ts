import { lineAt, type SourceFile } from '../source.ts';

/** The one file with colors, sizes and durations. */
export const tokensFile = 'packages/web/src/styles/tokens.css';

/** Colors that are data: those of agents, which people choose. Each must be needed. */
const colorsAsData = [
  'packages/web/src/screens/agents/agent-form.ts',
  'packages/web/src/screens/agents/copy.ts',
  'packages/web/src/screens/agents/profile-section.tsx',
  'packages/web/src/components/tasks/task-row.tsx',
  'gallery/samples.tsx',
];

const color = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\(/gi;
/** A size or duration in a class, such as `w-[42rem]` or `[--gap:3px]`; a fraction of a grid is none. */
const classValue = /(?<=[\s'"`:-])\[(?![^\]]*=)[^\]\s]*\b\d*\.?\d+(?:px|r?em|ch|[dls]?v[hw]|%|m?s)\b[^\]\s]*\]/g;
const fontSize = /font-size:\s*[\d.]+(?:px|rem)/g;

export function isStyled(path: string): boolean {
  return /^(gallery|packages\/web\/src)\/.*\.(css|tsx?)$/.test(path) && !path.endsWith('.test.ts');
}

/** Colors and sizes that stand outside the design tokens: one finding each. */
export function rawStyles({ path, text }: SourceFile): string[] {
  if (path === tokensFile) return [];
  const forbidden = path.endsWith('.css')
    ? [color, fontSize]
    : [classValue, ...(colorsAsData.includes(path) ? [] : [color])];
  return forbidden.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(
      ({ 0: found, index }) => `${path}:${lineAt(text, index)} has ${found}; use a token`,
    ),
  );
}

/** Exceptions without a color. */
export function unusedColorExceptions(files: readonly SourceFile[]): string[] {
  return colorsAsData.filter((path) => !files.some((file) => file.path === path && file.text.match(color)));
}

/** Widths with the name of a spacing: a class such as `w-dialog` would take the spacing. */
export function ambiguousTokens(css: string): string[] {
  const named = (kind: string) =>
    [...css.matchAll(new RegExp(`--${kind}-([\\w-]+):`, 'g'))].map(([, name = '']) => name);
  const spacings = new Set(named('spacing'));
  return named('container').filter((name) => spacings.has(name));
}
