import type { z } from 'zod';

/*
 * Compiles a schema into a function that only says whether a value fits. It makes no copy and no list of issues, so it
 * can run for every event that is written or read. Parts that it cannot compile are checked by the schema itself.
 */
export type ShapeCheck = (value: unknown) => boolean;

export function compileCheck(schema: z.core.$ZodType): ShapeCheck {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return checkObject(def);
    case 'array':
      return def.checks?.length ? checkBySchema(schema) : checkArray(compileCheck(def.element));
    case 'nullable':
      return orNull(compileCheck(def.innerType));
    case 'optional':
      return orUndefined(compileCheck(def.innerType));
    case 'string':
      return checkString(schema, def.checks ?? []);
    case 'number':
      return checkNumber(schema, def);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'literal':
      return isOneOf(new Set<unknown>(def.values));
    case 'enum':
      return isOneOf(new Set<unknown>(Object.values(def.entries)));
    case 'record':
      return checkRecord(compileCheck(def.keyType), compileCheck(def.valueType));
    case 'union':
      return checkUnion(def.options.map(compileCheck));
    case 'lazy':
      // The only recursive schema of ours is that of JSON, and every value that was parsed from JSON fits it.
      return (value) => value !== undefined;
    default:
      return checkBySchema(schema);
  }
}

function checkBySchema(schema: z.core.$ZodType): ShapeCheck {
  const parser = schema as z.ZodType;
  return (value) => parser.safeParse(value).success;
}

function checkObject({ shape, catchall }: z.core.$ZodObjectDef): ShapeCheck {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, check: compileCheck(field) }));
  const isStrict = catchall?._zod.def.type === 'never';
  return (value) => {
    if (!isPlainObject(value)) return false;
    let known = 0;
    for (const { name, check } of fields) {
      const field = value[name];
      if (!check(field)) return false;
      if (field !== undefined || Object.hasOwn(value, name)) known += 1;
    }
    return !isStrict || Object.keys(value).length === known;
  };
}

function checkArray(element: ShapeCheck): ShapeCheck {
  return (value) => Array.isArray(value) && value.every((one) => element(one));
}

function checkRecord(key: ShapeCheck, field: ShapeCheck): ShapeCheck {
  return (value) =>
    isPlainObject(value) && Object.entries(value).every(([name, content]) => key(name) && field(content));
}

function checkUnion(options: readonly ShapeCheck[]): ShapeCheck {
  return (value) => {
    for (const option of options) if (option(value)) return true;
    return false;
  };
}

function orNull(inner: ShapeCheck): ShapeCheck {
  return (value) => value === null || inner(value);
}

function orUndefined(inner: ShapeCheck): ShapeCheck {
  return (value) => value === undefined || inner(value);
}

function isOneOf(values: ReadonlySet<unknown>): ShapeCheck {
  return (value) => values.has(value);
}

function checkString(schema: z.core.$ZodType, checks: readonly z.core.$ZodCheck<never>[]): ShapeCheck {
  const own: ((text: string) => boolean)[] = [];
  for (const { _zod } of checks) {
    const { check, minimum, maximum, pattern } = _zod.def as Limits;
    if (check === 'min_length') own.push((text) => text.length >= Number(minimum));
    else if (check === 'max_length') own.push((text) => text.length <= Number(maximum));
    else if (check === 'string_format' && pattern && !pattern.global) own.push((text) => pattern.test(text));
    else return checkBySchema(schema);
  }
  return (value) => {
    if (typeof value !== 'string') return false;
    for (const fits of own) if (!fits(value)) return false;
    return true;
  };
}

function checkNumber(schema: z.core.$ZodType, def: z.core.$ZodNumberDef): ShapeCheck {
  const { format } = def as { format?: string };
  if (format !== undefined && format !== 'safeint') return checkBySchema(schema);
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { _zod } of def.checks ?? []) {
    const { check, value, inclusive } = _zod.def as Limits;
    if (check === 'greater_than' && inclusive) least = Math.max(least, Number(value));
    else if (check === 'less_than' && inclusive) most = Math.min(most, Number(value));
    else return checkBySchema(schema);
  }
  const isKind = format === 'safeint' ? Number.isSafeInteger : Number.isFinite;
  return (value) => isKind(value) && Number(value) >= least && Number(value) <= most;
}

interface Limits {
  check: string;
  minimum?: number;
  maximum?: number;
  pattern?: RegExp;
  value?: number;
  inclusive?: boolean;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
