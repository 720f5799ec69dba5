import type { Delivery, TriggerName, Webhook } from '@retinue/protocol';
import type { StoredRecord } from '../ports/records.ts';

/** As it lies in the store. */
export interface KeptWebhook extends Webhook {
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

export function toWebhook({ secret: _secret, since: _since, sinceOf: _sinceOf, ...shown }: KeptWebhook): Webhook {
  return shown;
}

/** Both were checked when they were written. */
export function webhookIn({ data }: StoredRecord): KeptWebhook {
  return data as unknown as KeptWebhook;
}

export function deliveriesIn(record: StoredRecord | null): KeptDeliveries {
  return record ? (record.data as unknown as KeptDeliveries) : { cursor: 0, givenUp: 0, deliveries: [] };
}
