/**
 * The subset of JSON Schema that strict tools and formats take; the message as the service words it behind "In context=".
 * https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas
 */
export function strictSchemaProblem(schema: unknown): string | null {
  const root = fieldsOf(schema);
  if (root.get('anyOf') !== undefined || root.get('type') !== 'object')
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${root.get('type') ?? 'None'}"'.`;
  return problemAt(schema, [], { properties: 0, enums: 0 });
}

interface Totals {
  properties: number;
  enums: number;
}

function problemAt(schema: unknown, path: readonly string[], totals: Totals): string | null {
  const fields = fieldsOf(schema);
  const context = `In context=(${path.map((key) => `'${key}'`).join(', ')})`;
  const refused = unsupported.find((key) => fields.has(key));
  if (refused !== undefined) return `${context}, '${refused}' is not permitted.`;
  if (path.filter((key) => key === 'properties').length > maxDepth)
    return `${context}, schema exceeds ${maxDepth} levels of nesting.`;
  const values = fields.get('enum');
  if (Array.isArray(values)) totals.enums += values.length;
  if (totals.enums > maxEnums) return `${context}, schema has more than ${maxEnums} enum values.`;
  return fields.get('type') === 'object'
    ? objectProblem(fields, path, context, totals)
    : innerProblem(fields, path, totals);
}

function objectProblem(
  fields: Map<string, unknown>,
  path: readonly string[],
  context: string,
  totals: Totals,
): string | null {
  if (fields.get('additionalProperties') !== false)
    return `${context}, 'additionalProperties' is required to be supplied and to be false.`;
  const properties = fieldsOf(fields.get('properties'));
  totals.properties += properties.size;
  if (totals.properties > maxProperties) return `${context}, schema has more than ${maxProperties} properties.`;
  const given = fields.get('required');
  const required = Array.isArray(given) ? given : [];
  const missing = [...properties.keys()].find((key) => !required.includes(key));
  if (missing !== undefined)
    return `${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
  const extra = required.find((key) => !properties.has(String(key)));
  if (extra !== undefined)
    return `${context}, 'required' is required to be supplied and to be an array including every key in properties. Extra required key '${extra}' supplied.`;
  return innerProblem(fields, path, totals);
}

function innerProblem(fields: Map<string, unknown>, path: readonly string[], totals: Totals): string | null {
  const groups = ['properties', '$defs', 'definitions'].flatMap((group) =>
    [...fieldsOf(fields.get(group))].map(([key, value]): [string[], unknown] => [[group, key], value]),
  );
  const any = fields.get('anyOf');
  const branches = Array.isArray(any)
    ? any.map((value, index): [string[], unknown] => [['anyOf', String(index)], value])
    : [];
  const items: [string[], unknown][] = fields.has('items') ? [[['items'], fields.get('items')]] : [];
  for (const [steps, value] of [...groups, ...branches, ...items]) {
    const problem = problemAt(value, [...path, ...steps], totals);
    if (problem !== null) return problem;
  }
  return null;
}

function fieldsOf(schema: unknown): Map<string, unknown> {
  return new Map(typeof schema === 'object' && schema !== null ? Object.entries(schema) : []);
}

const unsupported = [
  'allOf',
  'oneOf',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'then',
  'else',
  'patternProperties',
  'uniqueItems',
];
const maxDepth = 10;
const maxProperties = 5000;
const maxEnums = 1000;
