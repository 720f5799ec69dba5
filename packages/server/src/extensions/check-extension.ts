import { effectSchema, reachSchema, triggerNames } from '@retinue/protocol';
import { z } from 'zod';
import type { Extension, ExtensionHooks, ExtensionProvider } from '../extension.ts';
import type { Tool } from '../ports/engine/tool.ts';

export interface CheckedExtension {
  name: string;
  tools: Tool[];
  providers: ExtensionProvider[];
  hooks: ExtensionHooks;
}

/** The extension that a module exports, with defaults filled in; otherwise the problem as a sentence. */
export function checkExtension(module: unknown): CheckedExtension | string {
  const exported = (module as { default?: unknown }).default;
  if (typeof exported !== 'object' || exported === null)
    return 'its default export is not an extension. Export defineExtension({ name, tools, providers, hooks }).';
  const { error } = extensionShape.safeParse(exported);
  if (error) return error.issues.map((issue) => describeIssue(issue, exported)).join(' ');
  const { name, tools = [], providers = [], hooks = {} } = exported as Extension;
  const unusable = tools.find(({ input }) => !isObjectSchema(input));
  if (unusable) return `the input of its tool "${unusable.name}" is not an object that JSON schema can describe.`;
  // The functions stay with their objects, so that `this` works in a class.
  return {
    name,
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input: tool.input,
      effect: tool.effect,
      reach: tool.reach,
      timeoutMs: tool.timeoutMs ?? 60_000,
      outputBytes: tool.outputBytes ?? 64 * 1024,
      run: async (input, context) => tool.run(input, context),
    })),
    providers: [...providers],
    hooks,
  };
}

function isObjectSchema(input: z.ZodType): boolean {
  try {
    return z.toJSONSchema(input, { io: 'input' }).type === 'object';
  } catch {
    return false;
  }
}

const callable = z.custom((value) => typeof value === 'function', 'must be a function');
const zodSchema = z.custom((value) => value instanceof Object && '_zod' in value, 'must be a zod schema');
const toolName = /^[a-zA-Z][\w-]{0,63}$/;
const ownName = /^[a-z][a-z0-9-]{0,63}$/;
const ownNameRule = 'must begin with a lower-case letter and have at most 64 lower-case letters, digits or hyphens';

const extensionShape = z.strictObject({
  name: z.string().regex(ownName, ownNameRule),
  tools: z
    .array(
      z.strictObject({
        name: z.string().regex(toolName, 'must begin with a letter and have at most 64 letters, digits, "-" or "_"'),
        description: z.string().min(1),
        input: zodSchema,
        effect: effectSchema,
        reach: reachSchema,
        timeoutMs: z.int().min(1).max(3_600_000).optional(),
        outputBytes: z.int().min(1).max(10_000_000).optional(),
        run: callable,
      }),
    )
    .optional(),
  providers: z
    .array(
      z.looseObject({ name: z.string().regex(ownName, ownNameRule), isFree: z.boolean().optional(), stream: callable }),
    )
    .optional(),
  hooks: z.partialRecord(z.enum([...triggerNames, 'beforeTask', 'beforeCall']), callable).optional(),
});

/** Names the tool or the provider, since an index says little. */
function describeIssue({ path, message, ...issue }: z.core.$ZodIssue, exported: object): string {
  if (issue.code === 'invalid_key' || issue.code === 'unrecognized_keys') {
    const known =
      path[0] === 'hooks' ? [...triggerNames, 'beforeTask', 'beforeCall'] : ['name', 'tools', 'providers', 'hooks'];
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : path.slice(-1).map(String);
    return path.length < 2 || path[0] === 'hooks'
      ? `it has an unknown member "${keys.join('", "')}". Known: ${known.join(', ')}.`
      : `${placeOf(path, exported)} has an unknown member "${keys.join('", "')}".`;
  }
  return `${placeOf(path, exported)}: ${message}.`;
}

function placeOf([kind, index, ...rest]: PropertyKey[], exported: object): string {
  if (kind === undefined) return 'it';
  if (typeof index !== 'number') return [kind, index, ...rest].filter((one) => one !== undefined).join('.');
  const list = (exported as Record<PropertyKey, unknown>)[kind];
  const name = Array.isArray(list) ? (list[index] as { name?: unknown } | null)?.name : undefined;
  return `${[`${String(kind)}[${index}]`, ...rest].join('.')}${typeof name === 'string' ? ` (${JSON.stringify(name)})` : ''}`;
}
