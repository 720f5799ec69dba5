import type { Part } from '@retinue/protocol';

/** Joins the texts of a reply, without reasoning and calls. */
export function saidText(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n')
    .trim();
}
