import { type Schema, Validator } from '@cfworker/json-schema';
import type { ResultSchema, ThreadState } from '@retinue/protocol';
import { inlineReferences, withoutFormats } from '@retinue/protocol';
import type { Json } from '../../ports/engine/model.ts';

/** A result checked against the requested schema: as text for the parent, and its misfit, if any. */
export interface Judged {
  result: string;
  problem: string | null;
}

/** A value from a call. A text may hold the intended JSON. */
export function judgeValue(thread: ThreadState, value: Json): Judged {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const contract = contractOf(thread);
  if (!contract) return { result: text, problem: null };
  const problem = contract.problemWith(value);
  if (problem === null) return { result: JSON.stringify(value), problem: null };
  return typeof value === 'string' && readJson(value) ? judgeText(thread, value) : { result: text, problem };
}

/** Judges an answer in plain text: JSON, alone or inside a fence. */
export function judgeText(thread: ThreadState, text: string): Judged {
  const contract = contractOf(thread);
  if (!contract) return { result: text, problem: null };
  const read = readJson(text);
  if (!read) return { result: text, problem: 'it is not JSON.' };
  const problem = contract.problemWith(read.value);
  return { result: problem === null ? JSON.stringify(read.value) : text, problem };
}

/** The schema of a result as it can stand inside the schema of a call; null when any text is valid. */
export function resultInput(thread: ThreadState): ResultSchema | null {
  return contractOf(thread)?.schema ?? null;
}

/** Stated at every step rather than once: a child that continues has the schema of its current task. */
export function contractMessages({ resultSchema }: Pick<ThreadState, 'resultSchema'>): string[] {
  if (resultSchema == null) return [];
  return [`The result must be JSON that fits this JSON schema: ${JSON.stringify(resultSchema)}`];
}

interface Contract {
  schema: ResultSchema;
  problemWith(value: Json): string | null;
}

const contracts = new WeakMap<object, Contract>();

/** An unusable schema is ignored; it is refused earlier, when it is set. */
function contractOf({ resultSchema }: Pick<ThreadState, 'resultSchema'>): Contract | null {
  if (typeof resultSchema !== 'object' || resultSchema === null) return null;
  const known = contracts.get(resultSchema);
  if (known) return known;
  const inlined = inlineReferences(resultSchema as ResultSchema);
  if ('problem' in inlined) return null;
  const { schema } = inlined;
  const validator = new Validator(withoutFormats(schema) as Schema, '2020-12', false);
  const contract = { schema, problemWith: (value: Json) => problemIn(validator, value) };
  contracts.set(resultSchema, contract);
  return contract;
}

function problemIn(validator: Validator, value: Json): string | null {
  if (JSON.stringify(value).length > maxChars) return `it has more than ${maxChars} characters.`;
  const { valid, errors } = validator.validate(value);
  if (valid) return null;
  // An error of a part comes with one for every enclosing part; the innermost ones are specific.
  const telling = errors.filter(({ keyword }) => !around.has(keyword));
  const told = (telling.length > 0 ? telling : errors).map(({ instanceLocation, error }) => {
    const place = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
    return place === '' ? error : `${place}: ${error}`;
  });
  const shown = [...new Set(told)].slice(0, maxProblems);
  return `${shown.join(' ')}${told.length > maxProblems ? ' And more.' : ''}`;
}

const around = new Set(['properties', 'items', 'prefixItems', 'allOf', '$ref', 'false']);

function readJson(text: string): { value: Json } | null {
  const bare = text.trim();
  for (const candidate of [bare, fenced(bare)]) {
    if (candidate === null) continue;
    try {
      return { value: JSON.parse(candidate) as Json };
    } catch {
      // A later one may be.
    }
  }
  return null;
}

/** By hand: a pattern that looks for both ends takes quadratic time when one is missing. */
function fenced(text: string): string | null {
  const open = text.indexOf('```');
  const line = text.indexOf('\n', open);
  const close = text.lastIndexOf('```');
  return open < 0 || line < 0 || close <= line ? null : text.slice(line + 1, close);
}

const maxChars = 262_144;
const maxProblems = 8;
