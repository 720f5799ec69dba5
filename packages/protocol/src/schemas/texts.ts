import { z } from 'zod';

/** A name as people write it: one line that a terminal can show. Stored names of earlier versions may have more. */
export function nameText(maxLength: number) {
  return z.string().trim().min(1).max(maxLength).refine(isPlain, 'control-characters');
}

/** Without characters that control a terminal, break a line or reverse its direction. */
export function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text);
}

/** A text of at most so many KB in UTF-8. */
export function textOfKb(maxKb: number) {
  const isShort = (text: string) => new TextEncoder().encode(text).length <= maxKb * 1024;
  return z.string().refine(isShort, { message: 'too-many-bytes', params: { maxKb } });
}
