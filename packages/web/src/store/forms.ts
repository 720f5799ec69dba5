import type { z } from 'zod';

/** What is wrong, by the field that it is wrong with. */
export type Problems<Draft> = Partial<Record<keyof Draft, string>>;

/** A draft that can be kept, or what keeps it from that. */
export type Checked<Draft, Value> = { value: Value } | { problems: Problems<Draft> };

/** What became of a wish: done, or the server's own words for why not. */
export type Outcome<Value> = { value: Value } | { refusal: Refused };
export interface Refused {
  code: string;
  words: string;
}

/** Which field of a draft a path of the schema is, and what that field is called on the page. */
export type FieldNames<Draft> = readonly (readonly [path: string, field: keyof Draft, label: string])[];

export function problemsOf<Draft>(issues: readonly z.core.$ZodIssue[], names: FieldNames<Draft>): Problems<Draft> {
  const problems: Problems<Draft> = {};
  for (const issue of issues) {
    const found = nameFor(issue.path.join('.'), names);
    if (found && problems[found[1]] === undefined) problems[found[1]] = `${found[2]} ${wordsFor(issue)}.`;
  }
  return problems;
}

/** The field that a refusal speaks of, if its words name one as the server does: `name must …` or `name: …`. */
export function fieldOfRefusal<Draft>({ words }: Refused, names: FieldNames<Draft>): keyof Draft | null {
  const spoken = names.find(([path]) => new RegExp(`(^|[\\s.])${path.replace('.', '\\.')}(:| must)`).test(words));
  return spoken ? spoken[1] : null;
}

/** What a field is called on the page. */
export function labelIn<Draft>(names: FieldNames<Draft>): (field: keyof Draft) => string {
  const labels = new Map(names.map(([, field, label]) => [field, label]));
  return (field) => labels.get(field) ?? String(field);
}

function nameFor<Draft>(path: string, names: FieldNames<Draft>) {
  return names.find(([known]) => path === known) ?? names.find(([known]) => path.startsWith(`${known}.`));
}

/** Our schemas speak in half sentences that begin with "must"; the library's own words are not for people. */
function wordsFor(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('must')) return issue.message;
  if (issue.code === 'too_small') {
    return issue.origin === 'int' || issue.origin === 'number'
      ? `must be ${issue.minimum} or more`
      : 'must not be empty';
  }
  if (issue.code === 'too_big') {
    return issue.origin === 'string'
      ? `must have at most ${issue.maximum} characters`
      : `must be at most ${issue.maximum}`;
  }
  if (issue.code === 'invalid_type') return issue.expected === 'int' ? 'must be a whole number' : 'must be a number';
  return 'is not valid';
}

/** Empty is "not given"; what is no number stays wrong, so that the schema says so. */
export function numberOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text.trim().replace(',', '.'));
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The parts of a draft that differ from what it began as. */
export function isChanged<Draft>(draft: Draft, initial: Draft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(initial);
}
