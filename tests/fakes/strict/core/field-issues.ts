import type { z } from 'zod';
import type { Problem } from './rule.ts';

/** One fault in a body's shape, for each provider to word. */
export type FieldIssue =
  | { kind: 'missing'; path: Path; expected: string }
  | { kind: 'unknown'; path: Path }
  | { kind: 'type'; path: Path; expected: string; given: unknown }
  | { kind: 'value'; path: Path; values: readonly string[]; given: unknown }
  | { kind: 'range'; path: Path; limit: number; side: 'min' | 'max'; given: unknown };

export type Path = readonly (string | number)[];

/** Each body is read once, for all rules about fields. */
const known = new WeakMap<object, FieldIssue[]>();

export function fieldIssues(schema: z.ZodType, body: unknown): FieldIssue[] {
  const key = typeof body === 'object' && body !== null ? body : {};
  return known.getOrInsertComputed(key, () => {
    const result = schema.safeParse(body, { reportInput: true });
    return result.success ? [] : result.error.issues.flatMap((issue) => toIssues(issue, []));
  });
}

/** The message for the first issue of a kind, as a rule's problem. */
export function firstIssue<Kind extends FieldIssue['kind']>(
  issues: readonly FieldIssue[],
  kind: Kind,
  problemOf: (issue: Extract<FieldIssue, { kind: Kind }>) => Problem,
): Problem | null {
  const issue = issues.find((one): one is Extract<FieldIssue, { kind: Kind }> => one.kind === kind);
  return issue ? problemOf(issue) : null;
}

/** `messages[0].content` as OpenAI and Google write it. */
export function bracketed(path: Path): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`)).join('');
}

function toIssues(issue: z.core.$ZodIssue, before: Path): FieldIssue[] {
  const path: Path = [...before, ...(issue.path as (string | number)[])];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ kind: 'unknown', path: [...path, key] }));
    case 'invalid_type':
      return [ofType(path, issue.expected, issue.input)];
    case 'invalid_value':
      return [ofValue(path, issue.values.map(String), issue.input)];
    case 'invalid_union':
      return fromUnion(issue, path);
    case 'too_small':
      return [{ kind: 'range', path, limit: Number(issue.minimum), side: 'min', given: sizeOf(issue.input) }];
    case 'too_big':
      return [{ kind: 'range', path, limit: Number(issue.maximum), side: 'max', given: sizeOf(issue.input) }];
    default:
      return [{ kind: 'type', path, expected: issue.code, given: issue.input }];
  }
}

/** The branch that fits best: the one whose type tag fits, else the one that goes deepest. */
function fromUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path): FieldIssue[] {
  if (issue.errors.length === 0) {
    const tag = issue.discriminator ?? 'type';
    const given = (issue.input as Record<string, unknown> | undefined)?.[tag];
    return [ofValue([...path, ...(path.at(-1) === tag ? [] : [tag])], [], given)];
  }
  const branches = issue.errors.map((branch) => branch.flatMap((inner) => toIssues(inner, path)));
  const isOtherTag = (branch: FieldIssue[]) =>
    branch.some(({ kind, path: at }) => kind === 'value' && at.at(-1) === 'type' && at.length === path.length + 1);
  const fitting = branches.filter((branch) => !isOtherTag(branch));
  const candidates = fitting.length > 0 ? fitting : branches;
  return candidates.toSorted((left, right) => depthOf(right) - depthOf(left) || left.length - right.length)[0] ?? [];
}

function depthOf(branch: FieldIssue[]): number {
  return Math.max(...branch.map(({ path }) => path.length));
}

function ofType(path: Path, expected: string, given: unknown): FieldIssue {
  return given === undefined ? { kind: 'missing', path, expected } : { kind: 'type', path, expected, given };
}

function ofValue(path: Path, values: readonly string[], given: unknown): FieldIssue {
  return given === undefined ? { kind: 'missing', path, expected: 'string' } : { kind: 'value', path, values, given };
}

function sizeOf(given: unknown): unknown {
  return Array.isArray(given) || typeof given === 'string' ? given.length : given;
}
