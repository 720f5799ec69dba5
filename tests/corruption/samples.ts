import type { z } from 'zod';

/*
 * Values made from a schema, and the places of every field in them. A new field or type is therefore among the cases as
 * soon as it is in its schema.
 */
type Schema = z.core.$ZodType;

/** A value that fits the schema, with every optional field in it. For a union, the option by that number. */
export function sampleOf(schema: Schema, option = 0): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, sampleOf(field, option)]));
    case 'array':
      return [sampleOf(def.element, option)];
    case 'nullable':
    case 'optional':
    case 'default':
      return sampleOf(def.innerType, option);
    case 'union':
      return sampleOf(def.options[option % def.options.length] as Schema, option);
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'record':
      return { [String(sampleOf(def.keyType))]: sampleOf(def.valueType, option) };
    case 'string':
      return textFor(schema);
    case 'template_literal':
      return def.parts.map((part) => (typeof part === 'object' && part !== null ? sampleOf(part) : part)).join('');
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'pipe':
      return sampleOf(def.out, option);
    case 'lazy':
      return { any: 'json' };
    default:
      throw new Error(`no sample for ${def.type}`);
  }
}

/** Ids define their prefix by a pattern. */
function textFor(schema: Schema): string {
  const { checks = [] } = (schema as z.core.$ZodString)._zod.def;
  const patterns = checks.map((check) => String((check._zod.def as { pattern?: RegExp }).pattern ?? ''));
  const prefix = patterns.map((pattern) => /\^([a-z]+)_/.exec(pattern)?.[1]).find((found) => found !== undefined);
  return prefix ? `${prefix}_sample` : 'https://example.com/sample';
}

/** Number of options of the widest union in the schema: that many samples show them all. */
export function optionsIn(schema: Schema): number {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return Math.max(1, ...Object.values(def.shape).map(optionsIn));
  if (def.type === 'array') return optionsIn(def.element);
  if (def.type === 'nullable' || def.type === 'optional' || def.type === 'default') return optionsIn(def.innerType);
  if (def.type === 'record') return optionsIn(def.valueType);
  if (def.type === 'pipe') return optionsIn(def.out);
  if (def.type === 'union') return Math.max(def.options.length, ...def.options.map(optionsIn));
  return 1;
}

/** Places of all fields and elements in a value of JSON. */
export function placesIn(value: unknown, place: readonly (string | number)[] = []): (string | number)[][] {
  const own = place.length > 0 ? [[...place]] : [];
  if (typeof value !== 'object' || value === null) return own;
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [...own, ...keys.flatMap((key) => placesIn((value as never)[key], [...place, key]))];
}

/** The same value with another value at one place. */
export function changedAt(value: unknown, place: readonly (string | number)[], put: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return put;
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as Record<string, unknown>) };
  const inner = changedAt(copy[key], rest, put);
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

export function valueAt(value: unknown, place: readonly (string | number)[]): unknown {
  return place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)?.[key], value);
}

/**
 * Whether damage at this place may matter when it was done at the same place of the first option: a field that the first
 * lacks or that has another type there, or one beside another name of an option. The name itself is replaced by the same
 * values as the first one's.
 */
export function isNewPlace(value: unknown, first: unknown, place: readonly (string | number)[]): boolean {
  const [own, other] = [valueAt(value, place), valueAt(first, place)];
  if (typeOf(own) !== typeOf(other)) return true;
  if (typeof own === 'object' || own !== other) return false;
  const holder = place.slice(0, -1);
  return leavesIn(valueAt(value, holder)) !== leavesIn(valueAt(first, holder));
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** The fields of a value that hold no others. */
function leavesIn(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  return JSON.stringify(Object.entries(value).filter(([, field]) => typeof field !== 'object' || field === null));
}

/** Values that replace a field. */
export const damages: Record<string, (field: unknown) => unknown> = {
  huge: () => 1e300,
  'the largest integer': () => Number.MAX_SAFE_INTEGER,
  negative: () => -1,
  'of a wrong type': (field) =>
    typeof field === 'string' ? 7 : typeof field === 'object' ? 'text' : [{ of: 'another type' }],
  missing: () => null,
  '1 MB': () => 'x'.repeat(1024 * 1024),
  'control characters': () => 'a\u0000b\u001B[31m\u2028\uD800\u007F',
};
