import { type FieldError, fieldErrorsIn, fieldErrorText } from '@retinue/protocol';
import type { z } from 'zod';
import type { Refused } from '../outcome.ts';
import { formCopy } from './copy.ts';

/** How a field shows a member of the request, and how it reads that member back. */
export interface Codec<Shown> {
  show: (member: unknown) => Shown;
  /** Undefined leaves the member out of the request. */
  read: (shown: Shown) => unknown;
  /** A problem that the schema can't see. */
  problem?: (shown: Shown) => string | null;
  /** Replaces the schema's message where the form uses another unit. */
  range?: string | undefined;
}

/**
 * The fields of a form. The name of a field is its path in the request, so the path of an error, from the schema or from
 * the server, names its field.
 */
export interface FormShape<Draft, Value> {
  fields: { [Path in keyof Draft]: Codec<Draft[Path]> };
  labels: Record<keyof Draft, string>;
  /** The schema that the server uses. */
  schema: z.ZodType<Value>;
  /** Adjusts the request before the schema checks it. */
  finish?: (request: Members, draft: Draft) => Members;
  /** The field of a refusal that names no path. */
  fieldOfCode?: Partial<Record<string, keyof Draft & string>>;
}

export type Members = Record<string, unknown>;
export type Problems<Draft> = Partial<Record<keyof Draft, string>>;
export type Checked<Draft, Value> = { value: Value } | { problems: Problems<Draft> };

export function toDraft<Draft extends object>({ fields }: Pick<FormShape<Draft, unknown>, 'fields'>, value: object) {
  return Object.fromEntries(pathsOf(fields).map((path) => [path, fields[path].show(memberAt(value, path))])) as Draft;
}

export function checkDraft<Draft extends object, Value>(
  shape: FormShape<Draft, Value>,
  draft: Draft,
): Checked<Draft, Value> {
  const parsed = shape.schema.safeParse(toRequest(shape, draft));
  const errors = parsed.success ? [] : fieldErrorsIn(parsed.error);
  const problems = placeErrors(shape, errors).problems;
  for (const path of pathsOf(shape.fields)) {
    const problem = shape.fields[path].problem?.(draft[path]);
    if (problem) problems[path] = problem;
  }
  return parsed.success && Object.keys(problems).length === 0 ? { value: parsed.data } : { problems };
}

/** Splits a refusal into problems of fields and a message for the whole form. */
export function placeRefusal<Draft extends object>(
  shape: Pick<FormShape<Draft, unknown>, 'fields' | 'labels' | 'fieldOfCode'>,
  { code, message, errors = [] }: Refused,
): { problems: Problems<Draft>; message: string | null } {
  const field = shape.fieldOfCode?.[code];
  if (field !== undefined) return { problems: { [field]: message } as Problems<Draft>, message: null };
  const { problems, isComplete } = placeErrors(shape, errors);
  return { problems, message: isComplete && errors.length > 0 ? null : message };
}

function placeErrors<Draft extends object>(
  { fields, labels }: Pick<FormShape<Draft, unknown>, 'fields' | 'labels'>,
  errors: readonly FieldError[],
): { problems: Problems<Draft>; isComplete: boolean } {
  const problems: Problems<Draft> = {};
  const paths = pathsOf(fields);
  let isComplete = true;
  for (const error of errors) {
    const { path } = error;
    const field = paths.find((known) => known === path) ?? paths.find((known) => path.startsWith(`${String(known)}.`));
    if (field === undefined) isComplete = false;
    else problems[field] ??= formCopy.problem(labels[field], fields[field].range ?? fieldErrorText(error));
  }
  return { problems, isComplete };
}

function toRequest<Draft extends object, Value>({ fields, finish }: FormShape<Draft, Value>, draft: Draft): Members {
  const request: Members = {};
  for (const path of pathsOf(fields)) setMember(request, String(path).split('.'), fields[path].read(draft[path]));
  return finish ? finish(request, draft) : request;
}

/** Replaces a member that bounds nothing by null. */
export function nullIfEmpty(members: Members, name: string): Members {
  const member = members[name];
  const isEmpty = typeof member === 'object' && member !== null && Object.values(member).every((one) => one === null);
  return isEmpty ? { ...members, [name]: null } : members;
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pathsOf<Draft extends object>(fields: FormShape<Draft, unknown>['fields']): (keyof Draft)[] {
  return Object.keys(fields) as (keyof Draft)[];
}

function memberAt(value: object, path: PropertyKey): unknown {
  let member: unknown = value;
  for (const name of String(path).split('.')) member = isMembers(member) ? member[name] : undefined;
  return member;
}

function setMember(members: Members, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length > 0) {
    const below = members[name];
    const inner = isMembers(below) ? below : {};
    members[name] = inner;
    setMember(inner, rest, value);
  } else if (value !== undefined) members[name] = value;
}

export type DraftOf<Fields> = { [Path in keyof Fields]: Fields[Path] extends Codec<infer Shown> ? Shown : never };
