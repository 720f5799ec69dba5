import { type Schema, Validator } from '@cfworker/json-schema';
import type { Misfit, ResultSchema, ThreadState } from '@retinue/protocol';
import { boundMisfits, inlineReferences, misfitOf, withoutFormats } from '@retinue/protocol';
import type { Json } from '../../ports/engine/model.ts';

/** A result checked against the requested schema: as text for the parent, and its misfits, if any. */
export interface Judged {
  result: string;
  misfits: Misfit[] | null;
}

/** A value from a call. A text may hold the intended JSON. */
export function judgeValue(thread: ThreadState, value: Json): Judged {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const contract = contractOf(thread);
  if (!contract) return { result: text, misfits: null };
  const misfits = contract.misfitsOf(value);
  if (misfits === null) return { result: JSON.stringify(value), misfits };
  return typeof value === 'string' && readJson(value) ? judgeText(thread, value) : { result: text, misfits };
}

/** Judges an answer in plain text: JSON, alone or inside a fence. */
export function judgeText(thread: ThreadState, text: string): Judged {
  const contract = contractOf(thread);
  if (!contract) return { result: text, misfits: null };
  const read = readJson(text);
  if (!read) return { result: text, misfits: [misfitOf('', 'not-json')] };
  const misfits = contract.misfitsOf(read.value);
  return { result: misfits === null ? JSON.stringify(read.value) : text, misfits };
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
  misfitsOf(value: Json): Misfit[] | null;
}

const contracts = new WeakMap<object, Contract>();

/** An unusable schema is ignored; it is refused earlier, when it is set. */
function contractOf({ resultSchema }: Pick<ThreadState, 'resultSchema'>): Contract | null {
  if (typeof resultSchema !== 'object' || resultSchema === null) return null;
  const known = contracts.get(resultSchema);
  if (known) return known;
  const inlined = inlineReferences(resultSchema as ResultSchema);
  if ('misfit' in inlined) return null;
  const { schema } = inlined;
  const validator = new Validator(withoutFormats(schema) as Schema, '2020-12', false);
  const contract = { schema, misfitsOf: (value: Json) => misfitsOf(validator, value) };
  contracts.set(resultSchema, contract);
  return contract;
}

/** The validator's texts say more than its keywords, so they are quoted. */
function misfitsOf(validator: Validator, value: Json): Misfit[] | null {
  if (JSON.stringify(value).length > maxChars) return [misfitOf('', 'too-many-characters', { max: maxChars })];
  const { valid, errors } = validator.validate(value);
  if (valid) return null;
  // An error of a part comes with one for every enclosing part; the innermost ones are specific.
  const telling = errors.filter(({ keyword }) => !around.has(keyword));
  const misfits = (telling.length > 0 ? telling : errors).map(({ instanceLocation, keyword, error }) => {
    const path = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
    return misfitOf(path, 'schema-keyword', { keyword }, error);
  });
  return boundMisfits([...new Map(misfits.map((misfit) => [`${misfit.path} ${misfit.quote}`, misfit])).values()]);
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
