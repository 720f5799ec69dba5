/**
 * The subset of JSON Schema that structured outputs take.
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations
 */
export function schemaProblem(schema: unknown): string | null {
  if (Array.isArray(schema)) return first(schema);
  if (typeof schema !== 'object' || schema === null) return null;
  const fields = new Map(Object.entries(schema));
  if (fields.get('type') === 'object' && fields.get('additionalProperties') !== false)
    return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  const refused = unsupported.find((key) => fields.has(key) && key !== 'properties');
  if (refused !== undefined) return `For '${fields.get('type') ?? 'any'}' type, property '${refused}' is not supported`;
  const minItems = fields.get('minItems');
  if (typeof minItems === 'number' && minItems > 1)
    return "For 'array' type, 'minItems' values other than 0 or 1 are not supported";
  const ref = fields.get('$ref');
  if (typeof ref === 'string' && (ref === '#' || !ref.startsWith('#/'))) return `Unsupported $ref '${ref}'`;
  const { properties, $defs, definitions } = Object.fromEntries(fields);
  return first([
    ...[properties, $defs, definitions].flatMap((group) => Object.values((group ?? {}) as Record<string, unknown>)),
    ...['items', 'anyOf', 'allOf'].map((key) => fields.get(key)),
  ]);
}

function first(schemas: readonly unknown[]): string | null {
  for (const schema of schemas) {
    const problem = schemaProblem(schema);
    if (problem !== null) return problem;
  }
  return null;
}

const unsupported = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
  'oneOf',
  'not',
  'patternProperties',
];
