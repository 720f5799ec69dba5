import { createHmac } from 'node:crypto';
import { addressProblemSchema, type DeliveryProblem } from '@retinue/protocol';
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

/** The result of one attempt: delivered when there is no problem. */
export interface DeliveryOutcome {
  responseStatus: number | null;
  problem: DeliveryProblem | null;
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
    const problem = ok ? null : ({ code: 'answered', host: new URL(url).host, status } as const);
    return { responseStatus: status, problem, ms: clock.monotonicMs() - startedAt };
  } catch (error) {
    signal.throwIfAborted();
    return { responseStatus: null, problem: problemOf(url, error), ms: clock.monotonicMs() - startedAt };
  }
}

function problemOf(url: string, error: unknown): DeliveryProblem {
  const { host } = new URL(url);
  if (!(error instanceof Error)) return { code: 'unreachable', host };
  if (error.name === 'TimeoutError') return { code: 'timeout', host };
  const refused = 'problem' in error ? addressProblemSchema.safeParse(error.problem).data : undefined;
  if (refused) return { code: 'address-refused', problem: refused };
  const { cause } = error;
  const network = cause instanceof Error && 'code' in cause ? { network: String(cause.code) } : {};
  return { code: 'unreachable', host, ...network };
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
