import type { Clock } from '../ports/clock.ts';
import { signedHeaders } from './sign.ts';

export interface Sending {
  /** The only way out: it decides on what may be reached, and for how long. */
  fetch: typeof globalThis.fetch;
  clock: Clock;
}

export interface Letter {
  url: string;
  secret: string;
  id: string;
  body: string;
}

/** What became of one try. */
export interface Outcome {
  isDelivered: boolean;
  responseStatus: number | null;
  /** What went wrong, in words. */
  error: string | null;
  ms: number;
}

/** One POST. Whoever answers with 2xx has it; whatever else it says is not read. */
export async function send({ fetch, clock }: Sending, letter: Letter, signal: AbortSignal): Promise<Outcome> {
  const { url, secret, id, body } = letter;
  const startedAt = clock.monotonicMs();
  const timestamp = Math.floor(startedAt / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Retinue',
    ...signedHeaders(secret, { id, timestamp, body }),
  };
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    await response.body?.cancel();
    const { ok, status } = response;
    const error = ok ? null : `${new URL(url).host} answered ${status}.`;
    return { isDelivered: ok, responseStatus: status, error, ms: clock.monotonicMs() - startedAt };
  } catch (error) {
    signal.throwIfAborted();
    return {
      isDelivered: false,
      responseStatus: null,
      error: wordsFor(url, error),
      ms: clock.monotonicMs() - startedAt,
    };
  }
}

function wordsFor(url: string, error: unknown): string {
  const { host } = new URL(url);
  if (!(error instanceof Error)) return `${host} could not be reached.`;
  if (error.name === 'TimeoutError') return `${host} did not answer in time.`;
  if (error.name === 'OutboundRefusal') return error.message;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${host} could not be reached${code}.`;
}
