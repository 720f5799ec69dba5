import type { Part } from '@retinue/protocol';

/** What was said in words, without thoughts and calls. */
export function saidText(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n')
    .trim();
}
