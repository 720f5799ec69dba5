import type { z } from 'zod';

/** Renders the problems that a schema found. */
export function problemsIn({ issues }: z.core.$ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`.replace(/\.?$/, '.')).join(' ');
}
