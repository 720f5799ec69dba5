import { type Refusal, refuse } from '@retinue/protocol';
import { DamagedThreadError } from '../ports/log/damage.ts';
import { StoreError } from '../ports/log/store-error.ts';
import { HttpProblem } from './problems.ts';

/** The reply to an error, without its details: those are for the person who runs the server. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof HttpProblem) return error.refusal;
  if (error instanceof DamagedThreadError) return refuse('chat-damaged', { reason: error.reason, seq: error.seq });
  const known = error instanceof StoreError && shownCodes.find((code) => code === error.code);
  return refuse(known || 'internal');
}

/** The other codes are for the start of a server and for its command line. */
const shownCodes = [
  'unreachable',
  'busy',
  'overloaded',
  'unknown',
  'closed',
  'full',
  'read-only',
  'unreadable',
  'corrupt',
] as const;
