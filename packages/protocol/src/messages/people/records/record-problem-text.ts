import type { RecordProblem } from '../../../records/record-problem.ts';
import { misfitsText } from '../refusals/field-error-copy.ts';

/** Why a record can't be used, as what follows its name. */
export function recordProblemText(problem: RecordProblem): string {
  if (problem.code === 'changed') return 'is not what was written.';
  if (problem.code === 'other-id') return `has the id ${problem.id}.`;
  return `can't be read: ${misfitsText(problem.misfits)}`;
}
