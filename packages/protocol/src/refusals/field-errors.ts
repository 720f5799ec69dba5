import { z } from 'zod';
import { fieldErrorCopy, sentence } from '../messages/people/refusals/copy.ts';
import { fieldErrorText } from '../messages/people/refusals/refusal-text.ts';

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
  return issues.map((issue) => {
    const { path, message } = issue;
    const code = Object.hasOwn(fieldErrorCopy, message) ? message : issue.code;
    return fieldError(path.join('.'), code, { ...fieldsOf(issue), message });
  });
}

/** Without a message of its own, `code` has a text in `messages/people/refusals/copy.ts`. */
export function fieldError(path: string, code: string, fields: Record<string, unknown> = {}): FieldError {
  const { message = code, ...rest } = fields;
  return { path, code, ...rest, message: fieldErrorText({ code, ...rest, message: String(message) }) };
}

/** The problems that a schema found, as sentences. */
export function problemsIn(error: Issues): string {
  return fieldErrorsIn(error).map(sentence).join(' ');
}

function fieldsOf(issue: z.core.$ZodIssue): Record<string, unknown> {
  if (issue.code === 'custom') return issue.params ?? {};
  return Object.fromEntries(Object.entries(issue).filter(([name]) => shownFields.includes(name)));
}

const shownFields = ['origin', 'minimum', 'maximum', 'expected', 'values', 'keys', 'format'];
