import type { Delivery } from '@retinue/protocol';
import type { KeptDeliveries } from './kept-webhook.ts';
import type { DeliveryOutcome } from './send.ts';

/** A delivery after an attempt: delivered, pending until the next attempt, or failed. */
export function afterTry(delivery: Delivery, outcome: DeliveryOutcome, now: number, random: () => number): Delivery {
  const { isDelivered, responseStatus, error } = outcome;
  const tried = { ...delivery, tries: delivery.tries + 1, responseStatus, lastError: error, lastTriedAt: now };
  if (isDelivered) return { ...tried, status: 'delivered', nextTryAt: null };
  const delayMs = tried.tries < maxTriesFor(responseStatus) ? delaysMs[tried.tries - 1] : undefined;
  if (delayMs === undefined) return { ...tried, status: 'failed', nextTryAt: null };
  // Spreads retries, since many may wait for the same server.
  return { ...tried, status: 'pending', nextTryAt: now + Math.round(delayMs * (0.8 + 0.4 * random())) };
}

/** Adds or replaces a delivery. The cursor moves past one that is no longer pending. */
export function withDelivery(kept: KeptDeliveries, delivery: Delivery): KeptDeliveries {
  const isKnown = kept.deliveries.some(({ deliveryId }) => deliveryId === delivery.deliveryId);
  const deliveries = isKnown
    ? kept.deliveries.map((one) => (one.deliveryId === delivery.deliveryId ? delivery : one))
    : [delivery, ...kept.deliveries].slice(0, maxKept);
  if (delivery.status === 'pending' || delivery.position <= kept.cursor) return { ...kept, deliveries };
  const givenUp = delivery.status === 'delivered' ? 0 : kept.givenUp + 1;
  return { cursor: delivery.position, givenUp, deliveries };
}

/** The reason to disable a webhook; null to continue. */
export function reasonToDisable({ givenUp, deliveries }: KeptDeliveries): string | null {
  const [last] = deliveries;
  if (last?.status === 'failed' && last.responseStatus === 410) return 'Its server says that it is gone (410).';
  if (givenUp < maxGivenUp) return null;
  return `${givenUp} deliveries in a row were given up. The last one: ${last?.lastError ?? 'failed'}`;
}

/** A refusal is final sooner than an outage. */
function maxTriesFor(status: number | null): number {
  if (status === 410) return 1;
  const isRefused = status !== null && status >= 400 && status < 500 && !passing.includes(status);
  return isRefused ? 3 : delaysMs.length + 1;
}

const passing = [408, 409, 425, 429];
const delaysMs = [5, 30, 120, 600, 1800, 3600, 7200].map((seconds) => seconds * 1000);
const maxGivenUp = 5;
const maxKept = 50;
