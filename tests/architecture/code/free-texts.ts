import type { z } from 'zod';

type Schema = z.core.$ZodType;

/** Fields that say why something happened. Each holds a code with its fields. */
const reasonFields = new Set(['reason', 'problem', 'message', 'error', 'lastError', 'disabledReason']);

/** Texts of others, and of earlier releases. Each must be there. */
const quotes: Record<string, string> = {
  'refusal bad-input.errors.message': 'the text of the code beside it, for clients that show it as it is',
  'reason arguments-no-json.problem': 'the parser of JSON',
  'reason arguments-misfit.problem': 'a sentence of an earlier release',
  'reason result-misfit.problem': 'a sentence of an earlier release',
  'reason result-refused.problem': 'a sentence of an earlier release',
  'reason schema-unusable.problem': 'a sentence of an earlier release',
  'reason refused-by-person.reason': 'a person',
  'reason refused-by-extension.reason': 'an extension',
  'event call.requested.hookDecisions.reason': 'an extension, and a sentence of an earlier release',
  'event result.refused.problem': 'a sentence of an earlier release',
};

/** Fields of these schemas, by name, that can hold any text instead of a code. */
export function freeTexts(schemas: Record<string, Schema>): string[] {
  return textsIn(schemas).filter((place) => !Object.hasOwn(quotes, place));
}

/** Quotes that no schema has. */
export function unusedQuotes(schemas: Record<string, Schema>): string[] {
  const found = textsIn(schemas);
  return Object.keys(quotes).filter((place) => !found.includes(place));
}

function textsIn(schemas: Record<string, Schema>): string[] {
  return [...new Set(Object.entries(schemas).flatMap(([name, schema]) => textsBelow(schema, name)))];
}

function textsBelow(schema: Schema, place: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => {
        const inner = `${place}.${name}`;
        const own = reasonFields.has(name) && isText(field) ? [inner] : [];
        return [...own, ...textsBelow(field, inner)];
      });
    case 'array':
      return textsBelow(def.element, place);
    case 'record':
      return textsBelow(def.valueType, place);
    case 'union':
      return def.options.flatMap((option) => textsBelow(option, `${place}${codeOf(option)}`));
    case 'pipe':
      return textsBelow(def.out, place);
    case 'nullable':
    case 'optional':
    case 'default':
      return textsBelow(def.innerType, place);
    default:
      return [];
  }
}

/** The code of one of several shapes. */
function codeOf(option: Schema): string {
  const { def } = (option as z.core.$ZodTypes)._zod;
  const code = def.type === 'object' ? (def.shape.code as z.core.$ZodTypes | undefined)?._zod.def : undefined;
  return code?.type === 'literal' ? ` ${String(code.values[0])}` : '';
}

/** Whether a schema takes any text, alone or among other forms. */
function isText(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'string') return true;
  if (def.type === 'union') return def.options.some(isText);
  if (def.type === 'array') return isText(def.element);
  if (def.type === 'pipe') return isText(def.out);
  return def.type === 'nullable' || def.type === 'optional' || def.type === 'default' ? isText(def.innerType) : false;
}
