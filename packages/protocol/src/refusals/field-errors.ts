import { z } from 'zod';
import { fieldErrorCopy, fieldErrorText, sentence } from '../messages/people/field-errors/copy.ts';
import { type Misfit, misfitOf } from '../schemas/misfit.ts';

/** One invalid member of a request: its path (`limits.maxSteps`), a code, and the fields of that code. */
export const fieldErrorSchema = z.looseObject({
  path: z.string(),
  code: z.string(),
  /** Follows the name of the member: "must be …". */
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

type Issues = Pick<z.core.$ZodError, 'issues'>;

/** The code is the message of the schema if that is a code, else the one of the library. */
export function fieldErrorsIn({ issues }: Issues): FieldError[] {
  return issues.map((issue) => fieldError(...partsOf(issue)));
}

/** The same without texts. A code of the library that has no text here quotes the library. */
export function misfitsIn({ issues }: Issues): Misfit[] {
  return issues.map((issue) => {
    const [path, code, { message, ...fields }] = partsOf(issue);
    return misfitOf(path, code, fields, Object.hasOwn(fieldErrorCopy, code) ? undefined : message);
  });
}

/** The problems that a schema of others found, with their texts and those fields that JSON can hold. */
export function quotedMisfitsIn({ issues }: Issues): Misfit[] {
  return issues.map((issue) => {
    const [path, code, { message, ...fields }] = partsOf(issue);
    const kept = Object.entries(fields).filter(([, value]) => json.safeParse(value).success);
    return misfitOf(path, code, Object.fromEntries(kept), message);
  });
}

/** Without a message of its own, `code` has a text in `messages/people/field-errors/copy.ts`. */
export function fieldError(path: string, code: string, fields: Record<string, unknown> = {}): FieldError {
  const { message = code, ...rest } = fields;
  return { path, code, ...rest, message: fieldErrorText({ code, ...rest, message: String(message) }) };
}

/** The problems that a schema found, as sentences. */
export function problemsIn(error: Issues): string {
  return fieldErrorsIn(error).map(sentence).join(' ');
}

function partsOf(issue: z.core.$ZodIssue): [path: string, code: string, fields: { message: string }] {
  const { path, message } = issue;
  const code = Object.hasOwn(fieldErrorCopy, message) ? message : issue.code;
  return [path.join('.'), code, { ...fieldsOf(issue), message }];
}

function fieldsOf(issue: z.core.$ZodIssue): Record<string, unknown> {
  if (issue.code === 'custom') return issue.params ?? {};
  return Object.fromEntries(Object.entries(issue).filter(([name]) => shownFields.includes(name)));
}

const json = z.json();
const shownFields = ['origin', 'minimum', 'maximum', 'expected', 'values', 'keys', 'format'];
