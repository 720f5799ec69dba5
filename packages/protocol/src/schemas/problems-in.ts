import { z } from 'zod';

/** One invalid member of a request. `path` is its place in the request, such as `limits.maxSteps`. */
export const fieldErrorSchema = z.strictObject({ path: z.string(), code: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

export function fieldErrorsIn({ issues }: Pick<z.core.$ZodError, 'issues'>): FieldError[] {
  return issues.map(({ path, code, message }) => ({ path: path.join('.'), code, message }));
}

/** The problems that a schema found, as sentences. */
export function problemsIn({ issues }: z.core.$ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`.replace(/\.?$/, '.')).join(' ');
}
