import { z } from 'zod';

/** A part of a value that does not fit: its path (`rows.0.name`), a code, and the fields of that code. */
export const misfitSchema = z.looseObject({
  path: z.string(),
  code: z.string(),
  /** The text of a validator of others. */
  quote: z.string().optional(),
});
export type Misfit = z.infer<typeof misfitSchema>;

/** As an event holds them: those of earlier releases are sentences. */
export const storedMisfitsSchema = z.union([z.string(), z.array(misfitSchema)]);
export type StoredMisfits = z.infer<typeof storedMisfitsSchema>;

/** The fields in the order in which the schema returns them, so that a stored one equals a parsed one. */
export function misfitOf(path: string, code: string, fields: Record<string, unknown> = {}, quote?: string): Misfit {
  const { path: _path, code: _code, quote: _quote, ...own } = fields;
  return { path, code, ...(quote === undefined ? {} : { quote }), ...own };
}

/** As many as a model can correct at once, and the number of the others. */
export function boundMisfits(misfits: readonly Misfit[]): Misfit[] {
  const shown = misfits.slice(0, maxMisfits);
  const count = misfits.length - shown.length;
  return count === 0 ? shown : [...shown, misfitOf('', 'more-misfits', { count })];
}

const maxMisfits = 8;
