import type { FieldError } from '../../../refusals/field-errors.ts';
import type { Refusal } from '../../../refusals/refusals.ts';
import { fieldErrorCopy, refusalCopy } from './copy.ts';

/** A refusal as sentences for people. */
export function refusalText(refusal: Refusal): string {
  const text = refusalCopy[refusal.code] as (fields: Refusal) => string;
  return text(refusal);
}

/** A problem of one member, as what follows its name. */
export function fieldErrorText({ code, message, ...fields }: Pick<FieldError, 'code' | 'message'>): string {
  return Object.hasOwn(fieldErrorCopy, code) ? (fieldErrorCopy[code]?.(fields) ?? message) : message;
}
