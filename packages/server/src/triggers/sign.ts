import { createHmac } from 'node:crypto';

/**
 * The headers by which a receiver knows who sent a body, which one it is, and when, as Standard Webhooks has them; the same
 * signature in hex is there for whoever checks it by hand.
 */
export function signedHeaders(secret: string, { id, timestamp, body }: Signed): Record<string, string> {
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature.toString('base64')}`,
    'retinue-signature': `v1=${signature.toString('hex')}`,
  };
}

interface Signed {
  id: string;
  /** In seconds: when it was sent, not when it happened. */
  timestamp: number;
  body: string;
}

function keyOf(secret: string): Buffer {
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
}

const prefix = 'whsec_';
