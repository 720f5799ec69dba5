/** Arguments for a person to decide on. Every character is visible, also one that has no shape or reverses the line. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped);
}

/** A line for a program. It means the same as `JSON.stringify` gives, and does nothing to a terminal. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(/[\p{Cc}\p{Bidi_Control}]/gu, escaped)}\n`;
}

function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
