import { type Delivery, deliverySchema, storedDeliveryProblemSchema, type Webhook } from '@retinue/protocol';
import { z } from 'zod';
import { recordShapes } from '../ports/log/record-shapes.ts';
import type { Records } from '../ports/log/records.ts';
import { type Collection, collection } from '../records/collection.ts';

/**
 * A webhook as it is stored. `secret` is sealed for the host of `url`. Events up to the position `since` are not sent, since
 * the webhook did not exist yet or was disabled; `sinceOf` is the same for triggers that were added later.
 */
export type KeptWebhook = z.output<typeof recordShapes.webhook>;

export function webhooksIn(records: Records): Collection<KeptWebhook> {
  return collection(records, 'webhook', recordShapes.webhook);
}

/** The progress of a webhook, in a separate record. */
export interface KeptDeliveries {
  /** Everything up to this position was delivered or given up. */
  cursor: number;
  /** The number of failed deliveries in a row. */
  givenUp: number;
  /** The latest deliveries, newest first. Only the newest can be pending. */
  deliveries: Delivery[];
}

export function toWebhook(kept: KeptWebhook, version: number): Webhook {
  const { secret: _secret, since: _since, sinceOf: _sinceOf, ...shown } = kept;
  return { ...shown, version };
}

export const deliveriesSchema = z.strictObject({
  cursor: z.int().min(0),
  givenUp: z.int().min(0),
  deliveries: z.array(deliverySchema.extend({ lastError: storedDeliveryProblemSchema })),
});

/** Absent before the first delivery. */
export function deliveriesOf(records: Records): Collection<KeptDeliveries> {
  return collection(records, 'deliveries', deliveriesSchema);
}

export const noDeliveries: KeptDeliveries = { cursor: 0, givenUp: 0, deliveries: [] };
