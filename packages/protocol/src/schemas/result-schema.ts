import { z } from 'zod';
import { misfitsIn } from '../refusals/field-errors.ts';
import { boundMisfits, type Misfit, misfitOf } from './misfit.ts';

/*
 * JSON schemas that a task may request for its result. A model may write one, so they hold nothing that could run
 * without end: no patterns, no fetched references, no loops, and a bounded size.
 */
export type ResultSchema = NodeFields;

/** The misfits of a schema; null when a result can be checked against it. */
export function checkResultSchema(schema: unknown): Misfit[] | null {
  if (isDeeper(schema, deepest)) return [misfitOf('', 'too-deep', { max: deepest })];
  if ((JSON.stringify(schema) ?? '').length > maxChars) return [misfitOf('', 'too-many-characters', { max: maxChars })];
  const parsed = rootSchema.safeParse(schema);
  if (!parsed.success) return boundMisfits(misfitsIn(parsed.error));
  const inlined = inlineReferences(parsed.data);
  return 'misfit' in inlined ? [inlined.misfit] : null;
}

/** The same schema with every reference replaced by what it refers to, so that it can stand inside another. */
export function inlineReferences(root: ResultSchema): { schema: ResultSchema } | { misfit: Misfit } {
  const names = new Map(
    Object.entries({ ...root.definitions, ...root.$defs }).flatMap(([name, node]): [string, Node][] => [
      [`#/definitions/${name}`, node],
      [`#/$defs/${name}`, node],
    ]),
  );
  let nodes = 0;
  const inline = (node: Node, path: readonly string[]): Node => {
    nodes += 1;
    if (nodes > maxNodes) throw new Unfit(misfitOf('', 'too-many-nodes', { max: maxNodes }));
    if (typeof node === 'boolean') return node;
    const { $ref, $defs: _defs, definitions: _definitions, $schema: _schema, ...own } = node;
    if ($ref === undefined) return mapNodes(own, (inner) => inline(inner, path));
    const target = names.get($ref);
    if (target === undefined) throw new Unfit(misfitOf('', 'unknown-reference', { reference: $ref }));
    if (path.includes($ref)) throw new Unfit(misfitOf('', 'circular-reference', { reference: $ref }));
    return inline(target, [...path, $ref]);
  };
  try {
    return { schema: inline(root, []) as ResultSchema };
  } catch (error) {
    if (error instanceof Unfit) return { misfit: error.misfit };
    throw error;
  }
}

/** Formats inform the model and are not checked: their checks consist of patterns. */
export function withoutFormats({ format: _format, ...schema }: ResultSchema): ResultSchema {
  return mapNodes(schema, (inner) => (typeof inner === 'boolean' ? inner : withoutFormats(inner)));
}

class Unfit extends Error {
  readonly misfit: Misfit;

  constructor(misfit: Misfit) {
    super(misfit.code);
    this.misfit = misfit;
  }
}

type Node = boolean | NodeFields;
interface NodeFields extends Flat {
  $ref?: string | undefined;
  $defs?: Record<string, Node> | undefined;
  definitions?: Record<string, Node> | undefined;
  properties?: Record<string, Node> | undefined;
  additionalProperties?: Node | undefined;
  items?: Node | undefined;
  prefixItems?: Node[] | undefined;
  anyOf?: Node[] | undefined;
  oneOf?: Node[] | undefined;
  allOf?: Node[] | undefined;
  not?: Node | undefined;
}

const count = z.int().min(0).optional();
const number = z.number().optional();
const typeName = z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const optionalText = z.string().optional();

const flatShape = {
  $schema: optionalText,
  title: optionalText,
  description: optionalText,
  $comment: optionalText,
  default: z.json().optional(),
  examples: z.array(z.json()).optional(),
  deprecated: z.boolean().optional(),
  /** For the model; not checked. */
  format: optionalText,
  type: z.union([typeName, z.array(typeName).min(1)]).optional(),
  enum: z.array(z.json()).min(1).optional(),
  const: z.json().optional(),
  required: z.array(z.string()).optional(),
  minProperties: count,
  maxProperties: count,
  minItems: count,
  maxItems: count,
  minLength: count,
  maxLength: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: z.number().gt(0).optional(),
};
type Flat = z.infer<z.ZodObject<typeof flatShape>>;

const nodeSchema: z.ZodType<Node> = z.lazy(() => z.union([z.boolean(), rootSchema]));
const rootSchema: z.ZodType<NodeFields> = z.strictObject(
  {
    ...flatShape,
    $ref: optionalText,
    $defs: z.record(z.string(), nodeSchema).optional(),
    definitions: z.record(z.string(), nodeSchema).optional(),
    properties: z.record(z.string(), nodeSchema).optional(),
    additionalProperties: nodeSchema.optional(),
    items: nodeSchema.optional(),
    prefixItems: z.array(nodeSchema).optional(),
    anyOf: z.array(nodeSchema).min(1).optional(),
    oneOf: z.array(nodeSchema).min(1).optional(),
    allOf: z.array(nodeSchema).min(1).optional(),
    not: nodeSchema.optional(),
  },
  {
    error: (issue) => (issue.code === 'unrecognized_keys' ? 'unchecked-keywords' : undefined),
  },
);

function mapNodes(node: NodeFields, change: (inner: Node) => Node): NodeFields {
  const { properties, additionalProperties, items, prefixItems, anyOf, oneOf, allOf, not, ...flat } = node;
  const list = (nodes: Node[]) => nodes.map(change);
  return {
    ...flat,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, change(inner)])),
    }),
    ...(additionalProperties !== undefined && { additionalProperties: change(additionalProperties) }),
    ...(items !== undefined && { items: change(items) }),
    ...(prefixItems && { prefixItems: list(prefixItems) }),
    ...(anyOf && { anyOf: list(anyOf) }),
    ...(oneOf && { oneOf: list(oneOf) }),
    ...(allOf && { allOf: list(allOf) }),
    ...(not !== undefined && { not: change(not) }),
  };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

const maxChars = 16_384;
const deepest = 32;
const maxNodes = 1000;
