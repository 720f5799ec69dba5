/** Languages with highlighting, and the names that Markdown uses for them. */
const names: Record<string, string> = {
  bash: 'bash sh shell zsh console',
  c: 'c h',
  cpp: 'cpp c++ cc hpp',
  csharp: 'csharp cs c#',
  css: 'css scss less',
  diff: 'diff patch',
  go: 'go golang',
  java: 'java',
  javascript: 'javascript js jsx mjs cjs',
  json: 'json jsonc json5',
  kotlin: 'kotlin kt',
  markdown: 'markdown md',
  php: 'php',
  python: 'python py',
  ruby: 'ruby rb',
  rust: 'rust rs',
  sql: 'sql postgresql sqlite',
  swift: 'swift',
  typescript: 'typescript ts tsx',
  xml: 'xml html svg vue',
  yaml: 'yaml yml toml ini',
};

const byName = new Map(
  Object.entries(names).flatMap(([language, known]) => known.split(' ').map((name) => [name, language])),
);

/** Null for a language without highlighting. */
export function knownLanguage(name: string): string | null {
  return byName.get(name.toLowerCase()) ?? null;
}
