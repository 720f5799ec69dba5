import type { FieldError } from '../../../refusals/field-errors.ts';
import type { JsonLimit } from '../../../refusals/import-problem.ts';
import type { Misfit, StoredMisfits } from '../../../schemas/misfit.ts';
import { storedMisfitsSchema } from '../../../schemas/misfit.ts';

/** A problem of one member, as what follows its name. */
export function fieldErrorText({ code, message, ...fields }: Pick<FieldError, 'code' | 'message'>): string {
  return Object.hasOwn(fieldErrorCopy, code) ? (fieldErrorCopy[code]?.(fields) ?? message) : message;
}

/** Misfits as sentences. */
export function misfitsText(misfits: StoredMisfits): string {
  return typeof misfits === 'string' ? ended(misfits) : misfits.map(misfitText).join(' ');
}

function misfitText({ quote, ...misfit }: Misfit): string {
  if (quote !== undefined) return ended(misfit.path === '' ? quote : `${misfit.path}: ${quote}`);
  return ended(`${misfit.path || 'it'} ${fieldErrorText({ ...misfit, message: misfit.code })}`);
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function sentence({ path, message }: Pick<FieldError, 'path' | 'message'>): string {
  return `${path || 'It'} ${message.replace(/\.$/, '')}.`;
}

/** Each follows the name of a field. A code without a text has its own message. */
export const fieldErrorCopy: Record<string, (fields: Readonly<Record<string, unknown>>) => string> = {
  too_small: ({ origin, minimum }) => {
    if (isNumber(origin)) return `must be ${minimum} or more`;
    return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} ${partsOf(origin)}`;
  },
  too_big: ({ origin, maximum }) => {
    return isNumber(origin) ? `must be at most ${maximum}` : `must have at most ${maximum} ${partsOf(origin)}`;
  },
  invalid_type: ({ expected }) => `must be ${types[String(expected)] ?? 'valid'}`,
  invalid_value: ({ values }) => `must be ${isSeveral(values) ? 'one of ' : ''}${names(values)}`,
  invalid_union: () => 'must have a known form',
  unrecognized_keys: ({ keys }) => `must not have ${names(keys)}`,
  'too-many-bytes': ({ maxKb }) => `must have at most ${maxKb} KB`,
  'given-twice': () => 'must be given once',
  'nul-character': () => 'must not have the NUL character (%00)',
  'no-text': () => 'must not be empty',
  'control-characters': () => 'must not have control characters or line breaks',
  'several-lines': () => 'must be one line',
  'no-change': () => 'must change something',
  'no-bound': () => 'must bound something',
  slug: () => 'must have lower-case letters, digits and hyphens, such as weekly-report',
  color: () => 'must be a color such as #6D5AE6',
  icon: () => 'must be the name of an icon, such as book-open',
  date: () => 'must be a day such as 2026-01-31',
  'before-1970': () => 'must not be before 1970',
  'web-address': () => 'must be an http or https address',
  'address-with-user': () => 'must have no user name or password',
  'address-with-query': () => 'must have no user name, password, query or fragment',
  'address-with-fragment': () => 'must have no fragment',
  'address-missing': () => 'must be given for an OpenAI-compatible server',
  'provider-key': () => 'must be plain characters without spaces',
  'webhook-secret': () => 'must be 16 to 200 plain characters without spaces',
  'idempotency-key': () => 'must have 1 to 200 visible ASCII characters',
  version: () => 'must be a version in quotes, such as "3"',
  nonce: () => 'must be 32 random bytes in base64url',
  hash: () => 'must be 64 hexadecimal digits',
  'whole-number': () => 'must be a whole number',
  'unchecked-keywords': ({ keys }) => `uses ${names(keys)}, which results are not checked for. Leave it out`,
  'too-deep': ({ max }) => `is nested more than ${max} deep`,
  'too-many-characters': ({ max }) => `has more than ${max} characters`,
  'too-many-nodes': ({ max }) => `has more than ${max} parts`,
  'unknown-reference': ({ reference }) =>
    `has "${reference}", which refers to nothing in it; only #/$defs/… can be referred to`,
  'circular-reference': ({ reference }) => `has "${reference}", which refers to itself`,
  'unknown-event-type': ({ type }) =>
    type === undefined ? 'is missing' : `must be a known type, not ${JSON.stringify(type)}`,
  'not-json': () => 'is not JSON',
  'more-misfits': ({ count }) => `has ${count} more ${count === 1 ? 'problem' : 'problems'}`,
  'result-schema': ({ misfits }) => `can't be used: ${misfitsText(storedMisfitsSchema.catch([]).parse(misfits))}`,
  'not-from-person': () => 'must end with a message of a person, since tools run on the server',
  'only-text': ({ type }) => `must end with a message of text only, not "${type}"`,
  'too-many-parts': ({ limit, max }) => `has ${excessText(limit, Number(max))}`,
};

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function isNumber(origin: unknown): boolean {
  return origin === 'number' || origin === 'int';
}

function partsOf(origin: unknown): string {
  return origin === 'string' ? 'characters' : 'entries';
}

function isSeveral(values: unknown): boolean {
  return Array.isArray(values) && values.length > 1;
}

function names(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : String(values);
}

/** The excess over a limit. A limit of a later version has no text. */
export function excessText(limit: unknown, max: number): string {
  const text = excessTexts.get(String(limit));
  return text ? text(max) : `more than ${max}`;
}

const mebibyte = 1024 * 1024;
const excessTexts: ReadonlyMap<string, (max: number) => string> = new Map(
  Object.entries({
    values: (max) => `more than ${max} JSON values`,
    'values-in-one': (max) => `more than ${max} JSON values in one`,
    nesting: (max) => `JSON nested more than ${max} levels deep`,
    'value-bytes': (max) => `a value of more than ${bytesText(max)}`,
    'result-bytes': (max) => `a result of more than ${bytesText(max)}`,
    messages: (max) => `more than ${max} messages`,
    parts: (max) => `a last message of more than ${max} parts`,
    events: (max) => `more than ${max} events`,
    threads: (max) => `more than ${max} threads`,
    depth: (max) => `sub-agents more than ${max} levels deep`,
    'calls-of-step': (max) => `a step of more than ${max} calls`,
    'open-work': (max) => `a thread with more than ${max} open calls or tasks`,
  } satisfies Record<JsonLimit, (max: number) => string>),
);

function bytesText(bytes: number): string {
  return bytes >= mebibyte ? `${Math.round(bytes / mebibyte)} MB` : `${bytes} bytes`;
}
