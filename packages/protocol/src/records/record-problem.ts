import { z } from 'zod';
import { codeOption } from '../schemas/code-option.ts';
import { misfitSchema } from '../schemas/misfit.ts';

/** Why a stored record can't be used. */
export const recordProblemSchema = z.discriminatedUnion('code', [
  codeOption('misfit', { misfits: z.array(misfitSchema) }),
  /** It holds the id of another record. */
  codeOption('other-id', { id: z.string() }),
  codeOption('changed', {}),
]);
export type RecordProblem = z.infer<typeof recordProblemSchema>;
