import { z } from 'zod';
import { fieldErrorSchema } from '../refusals/field-errors.ts';

/** Every error, with the fields of its code (RFC 9457). */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** The members of the request that are wrong. */
  errors: z.array(fieldErrorSchema).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
