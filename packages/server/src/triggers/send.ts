import { createHmac } from 'node:crypto';
import type { Clock } from '../ports/runtime/clock.ts';

export interface WebhookTransport {
  /** Decides which addresses may be reached, and for how long. */
  fetch: typeof globalThis.fetch;
  clock: Clock;
}

export interface Letter {
  url: string;
  secret: string;
  id: string;
  body: string;
}

/** The result of one attempt. */
export interface DeliveryOutcome {
  isDelivered: boolean;
  responseStatus: number | null;
  error: string | null;
  ms: number;
}

/** Sends one POST. A 2xx answer means delivered; its body is not read. */
export async function postWebhook(
  { fetch, clock }: WebhookTransport,
  letter: Letter,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { url, body } = letter;
  const startedAt = clock.monotonicMs();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Retinue',
    ...signedHeaders(letter, Math.floor(clock.now() / 1000)),
  };
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    await response.body?.cancel();
    const { ok, status } = response;
    const error = ok ? null : `${new URL(url).host} answered ${status}.`;
    return { isDelivered: ok, responseStatus: status, error, ms: clock.monotonicMs() - startedAt };
  } catch (problem) {
    signal.throwIfAborted();
    const error = describeProblem(url, problem);
    return { isDelivered: false, responseStatus: null, error, ms: clock.monotonicMs() - startedAt };
  }
}

function describeProblem(url: string, error: unknown): string {
  const { host } = new URL(url);
  if (!(error instanceof Error)) return `${host} could not be reached.`;
  if (error.name === 'TimeoutError') return `${host} did not answer in time.`;
  if (error.name === 'OutboundRefusal') return error.message;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${host} could not be reached${code}.`;
}

/** The headers of Standard Webhooks: the id of the message, the time in seconds when it was sent, and the signature. */
function signedHeaders({ secret, id, body }: Letter, timestamp: number): Record<string, string> {
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
}

const prefix = 'whsec_';
