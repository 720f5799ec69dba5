import type { Delivery, Webhook } from '@retinue/protocol';
import { deliverySchema } from '@retinue/protocol';
import { z } from 'zod';
import type { Records } from '../ports/records.ts';
import type { Collection } from '../records/collection.ts';
import { collection } from '../records/collection.ts';
import { recordShapes } from '../records/record-shapes.ts';

/**
 * A webhook as it is stored. `secret` is sealed for the host of `url`. Events up to the position `since` are not sent, since
 * the webhook did not exist yet or was disabled; `sinceOf` is the same for triggers that were added later.
 */
export type KeptWebhook = z.output<typeof recordShapes.webhook>;

export function webhooksIn(records: Records): Collection<KeptWebhook> {
  return collection(records, 'webhook', recordShapes.webhook);
}

/** How far a webhook has come, beside it. */
export interface KeptDeliveries {
  /** Everything up to here was delivered, or given up. */
  cursor: number;
  /** How many in a row had to be given up. */
  givenUp: number;
  /** The last ones, the newest first. At most one is pending, and it is the newest. */
  deliveries: Delivery[];
}

export function toWebhook(kept: KeptWebhook, version: number): Webhook {
  const { secret: _secret, since: _since, sinceOf: _sinceOf, ...shown } = kept;
  return { ...shown, version };
}

export const deliveriesSchema = z.strictObject({
  cursor: z.int().min(0),
  givenUp: z.int().min(0),
  deliveries: z.array(deliverySchema),
});

/** Absent ones mean that the webhook starts where it began. */
export function deliveriesOf(records: Records): Collection<KeptDeliveries> {
  return collection(records, 'deliveries', deliveriesSchema);
}

export const noDeliveries: KeptDeliveries = { cursor: 0, givenUp: 0, deliveries: [] };
