import { z } from 'zod';

/** A text of at most so many KB in UTF-8. */
export function textOfKb(maxKb: number) {
  const isShort = (text: string) => new TextEncoder().encode(text).length <= maxKb * 1024;
  return z.string().refine(isShort, { message: 'too-many-bytes', params: { maxKb } });
}
