import {
  agentDefinitionSchema,
  priceSchema,
  providerSchema,
  skillSchema,
  storedDisabledReasonSchema,
  triggerNames,
  webhookSchema,
  workspaceIdSchema,
  workspaceSchema,
} from '@retinue/protocol';
import { z } from 'zod';
import { stopsRecordSchema } from '../engine/stops.ts';

/** An agent that was reset leaves only its version behind. */
export const resetSchema = z.strictObject({ isReset: z.literal(true), version: z.int().min(1) });
const addressSchema = z.string().refine((text) => URL.canParse(text), 'must be an address');

/** Every kind of document that is kept beside the log, as it is stored. */
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
    disabledReason: storedDisabledReasonSchema,
    secret: z.string(),
    since: z.int(),
    sinceOf: z.partialRecord(z.enum(triggerNames), z.int()),
  }),
  session: z.strictObject({
    principal: z.strictObject({
      id: z.string(),
      name: z.string(),
      role: z.enum(['owner', 'editor', 'viewer']),
      workspaceIds: z.union([z.literal('all'), z.array(workspaceIdSchema)]),
    }),
    expiresAt: z.int(),
    /** A session from before page keys existed has none. */
    pageHash: z.string().optional(),
  }),
  /** The readers of these two check the content, and start over if it does not fit. */
  'set-up': z.json(),
  deliveries: z.json(),
} as const;
export type RecordKind = keyof typeof recordShapes;
export const recordKinds = Object.keys(recordShapes) as RecordKind[];
