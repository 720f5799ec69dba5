import {
  agentDefinitionSchema,
  priceSchema,
  problemsIn,
  providerSchema,
  skillSchema,
  stopsRecordSchema,
  triggerNames,
  webhookSchema,
  workspaceSchema,
} from '@retinue/protocol';
import { z } from 'zod';
import type { RecordKind } from '../ports/records.ts';

/** An agent that was reset leaves only its version behind. */
export const resetSchema = z.strictObject({ isReset: z.literal(true), version: z.int().min(1) });
const addressSchema = z.string().refine((text) => URL.canParse(text), 'must be an address');

/** Records as they lie in the store. */
export const recordShapes = {
  workspace: workspaceSchema.omit({ version: true }),
  agent: agentDefinitionSchema,
  skill: skillSchema.omit({ version: true }),
  price: priceSchema,
  stop: stopsRecordSchema,
  provider: providerSchema
    .omit({ hasKey: true, version: true })
    .extend({ key: z.string().nullable(), baseUrl: addressSchema }),
  webhook: webhookSchema.omit({ version: true }).extend({
    url: addressSchema,
    secret: z.string(),
    since: z.int(),
    sinceOf: z.partialRecord(z.enum(triggerNames), z.int()),
  }),
  session: z.strictObject({
    principal: z.strictObject({
      id: z.string(),
      name: z.string(),
      role: z.enum(['owner', 'editor', 'viewer']),
      workspaceIds: z.union([z.literal('all'), z.array(z.string())]),
    }),
    expiresAt: z.int(),
    /** A session from before there were page keys has none. */
    pageHash: z.string().optional(),
  }),
  /** Whoever uses one of these checks it, and begins anew otherwise. */
  'set-up': z.json(),
  deliveries: z.json(),
} satisfies Record<RecordKind, z.ZodType>;

/** Why the data of a record can't be used; null if it can. */
export function recordProblem(kind: string, id: string, data: unknown): string | null {
  if (!isKnownKind(kind) || (kind === 'agent' && resetSchema.safeParse(data).success)) return null;
  const parsed = recordShapes[kind].safeParse(data);
  if (!parsed.success) return `can't be read: ${problemsIn(parsed.error)}`;
  const own = isObject(parsed.data) ? idIn(kind, parsed.data) : null;
  return own === null || own === id ? null : `calls itself ${own}.`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isKnownKind(kind: string): kind is RecordKind {
  return Object.hasOwn(recordShapes, kind);
}

/** A price goes by what it is for, everything else by an id of its own, if by any. */
function idIn(kind: RecordKind, fields: object): string | null {
  const named = new Map(Object.entries(fields));
  if (kind === 'price') return `${named.get('provider')} ${named.get('modelId')}`;
  const own = named.get(`${kind}Id`);
  return own === undefined ? null : String(own);
}
