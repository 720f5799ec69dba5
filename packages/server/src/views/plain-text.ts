/*
 * Text of models and tools on its way to a terminal or a document. It may hold escape sequences, line breaks and characters
 * that reverse a whole line; none of them may pass.
 */

/** One line, without anything that moves the cursor or changes the reading direction. */
export function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

/** Several lines: breaks and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(escapeSequences, '').replace(controls, '');
}

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: the pattern matches these
/** Terminal sequences: CSI, OSC up to its end, and the short ones. */
const escapeSequences =
  /(?:\x1b\[|\x9b)[\d;:<=>?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]/g;
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: the pattern matches these
