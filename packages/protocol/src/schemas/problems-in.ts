import type { z } from 'zod';

/** What a schema has against something, each problem in words. */
export function problemsIn({ issues }: z.core.$ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`.replace(/\.?$/, '.')).join(' ');
}
