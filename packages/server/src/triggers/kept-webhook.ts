import type { Delivery, TriggerName, Webhook } from '@retinue/protocol';
import { deliverySchema } from '@retinue/protocol';
import { z } from 'zod';
import type { StoredRecord } from '../ports/records.ts';

/** As it lies in the store. */
export interface KeptWebhook extends Omit<Webhook, 'version'> {
  /** Sealed for the host of `url`. */
  secret: string;
  /** What happened up to here is not sent: it was not there yet, or disabled. */
  since: number;
  /** The same for triggers that it was given later. */
  sinceOf: Partial<Record<TriggerName, number>>;
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

/** It was checked when it was written, and when it was read. */
export function webhookIn({ data }: StoredRecord): KeptWebhook {
  return data as unknown as KeptWebhook;
}

export const deliveriesSchema = z.strictObject({
  cursor: z.int().min(0),
  givenUp: z.int().min(0),
  deliveries: z.array(deliverySchema),
});

/** A place that can't be read is none: the webhook goes on from where it began. */
export function deliveriesIn(record: StoredRecord | null): KeptDeliveries {
  return deliveriesSchema.safeParse(record?.data).data ?? { cursor: 0, givenUp: 0, deliveries: [] };
}
