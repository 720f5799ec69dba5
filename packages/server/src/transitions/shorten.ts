/** The beginning of a text, never with half a character at its end. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
