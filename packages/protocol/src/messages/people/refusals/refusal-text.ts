import type { Refusal } from '../../../refusals/refusals.ts';
import { refusalCopy } from './copy.ts';

/** A refusal as sentences for people. */
export function refusalText(refusal: Refusal): string {
  const text = refusalCopy[refusal.code] as (fields: Refusal) => string;
  return text(refusal);
}
