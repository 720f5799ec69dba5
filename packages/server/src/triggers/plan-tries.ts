import type { Delivery } from '@retinue/protocol';
import type { KeptDeliveries } from './kept-webhook.ts';
import type { Outcome } from './send.ts';

/** What a try means for a delivery: done, tried again later, or given up. */
export function afterTry(delivery: Delivery, outcome: Outcome, now: number, random: () => number): Delivery {
  const { isDelivered, responseStatus, error } = outcome;
  const tried = { ...delivery, tries: delivery.tries + 1, responseStatus, lastError: error, lastTriedAt: now };
  if (isDelivered) return { ...tried, status: 'delivered', nextTryAt: null };
  const delayMs = tried.tries < mostTriesFor(responseStatus) ? delaysMs[tried.tries - 1] : undefined;
  if (delayMs === undefined) return { ...tried, status: 'failed', nextTryAt: null };
  // Not all at the same moment, when many wait for the same server.
  return { ...tried, status: 'pending', nextTryAt: now + Math.round(delayMs * (0.8 + 0.4 * random())) };
}

/** Puts a delivery in its place. What is not pending any more is behind the cursor. */
export function withDelivery(kept: KeptDeliveries, delivery: Delivery): KeptDeliveries {
  const isKnown = kept.deliveries.some(({ deliveryId }) => deliveryId === delivery.deliveryId);
  const deliveries = isKnown
    ? kept.deliveries.map((one) => (one.deliveryId === delivery.deliveryId ? delivery : one))
    : [delivery, ...kept.deliveries].slice(0, mostKept);
  if (delivery.status === 'pending' || delivery.position <= kept.cursor) return { ...kept, deliveries };
  const givenUp = delivery.status === 'delivered' ? 0 : kept.givenUp + 1;
  return { cursor: delivery.position, givenUp, deliveries };
}

/** Why a webhook that goes on like this is disabled; null when it is not. */
export function reasonToDisable({ givenUp, deliveries }: KeptDeliveries): string | null {
  const [last] = deliveries;
  if (last?.status === 'failed' && last.responseStatus === 410) return 'Its server says that it is gone (410).';
  if (givenUp < mostGivenUp) return null;
  return `${givenUp} deliveries in a row had to be given up. The last one: ${last?.lastError ?? 'failed'}`;
}

/** A server that says no will say no again; one that is away may come back. */
function mostTriesFor(status: number | null): number {
  if (status === 410) return 1;
  const isRefused = status !== null && status >= 400 && status < 500 && !passing.includes(status);
  return isRefused ? 3 : delaysMs.length + 1;
}

const passing = [408, 409, 425, 429];
const delaysMs = [5, 30, 120, 600, 1800, 3600, 7200].map((seconds) => seconds * 1000);
const mostGivenUp = 5;
const mostKept = 50;
