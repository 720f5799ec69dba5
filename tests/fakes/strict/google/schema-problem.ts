import type { GeminiSchema } from './request-schema.ts';

/** Finds the first refused part of a schema whose fields are all known, with its place; null if there is none. */
export function schemaProblem(schema: GeminiSchema, place: string): string | null {
  const type = schema.type?.toUpperCase();
  if (type !== undefined && !types.has(type)) return `${place}.type: unknown type ${schema.type}`;
  if (type === 'OBJECT' && Object.keys(schema.properties ?? {}).length === 0)
    return `${place}.properties: should be non-empty for OBJECT type`;
  if (type === 'ARRAY' && schema.items === undefined) return `${place}.items: missing field.`;
  const unknown = (schema.required ?? []).findIndex((name) => !Object.hasOwn(schema.properties ?? {}, name));
  if (unknown >= 0) return `${place}.required[${unknown}]: property is not defined`;
  if (schema.enum && type !== 'STRING') return `${place}.enum: only allowed for STRING type`;
  const empty = (schema.enum ?? []).indexOf('');
  if (empty >= 0) return `${place}.enum[${empty}]: cannot be empty`;
  return innerProblem(schema, place);
}

function innerProblem({ properties, items, anyOf }: GeminiSchema, place: string): string | null {
  const inner: [GeminiSchema, string][] = [
    ...Object.entries(properties ?? {}).map(([name, one]): [GeminiSchema, string] => [
      one,
      `${place}.properties[${name}]`,
    ]),
    ...(items ? [[items, `${place}.items`] as [GeminiSchema, string]] : []),
    ...(anyOf ?? []).map((one, index): [GeminiSchema, string] => [one, `${place}.any_of[${index}]`]),
  ];
  for (const [one, at] of inner) {
    const problem = schemaProblem(one, at);
    if (problem !== null) return problem;
  }
  return null;
}

const types = new Set(['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL']);
