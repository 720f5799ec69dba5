import { damageText } from '@retinue/protocol';
import { DamagedThreadError } from '../ports/damage.ts';
import { HttpProblem } from './problems.ts';

/** What went wrong inside, without its details: those are for whoever runs the server. */
export function toHttpProblem(error: unknown): HttpProblem {
  if (error instanceof DamagedThreadError) return new HttpProblem(409, 'chat-damaged', damagedText(error));
  const code = isStoreError(error) ? error.code : '';
  const known = byCode[code];
  if (known)
    return new HttpProblem(known.status, code, known.words, known.status === 503 ? { 'retry-after': '5' } : {});
  return new HttpProblem(500, 'internal', 'Something went wrong inside the server. Its log says more.');
}

function damagedText(error: DamagedThreadError): string {
  return `This chat can't be opened or continued: ${damageText(error)}. Other chats are not affected. Export it to keep what is stored, then delete it.`;
}

/** Told apart by its name: the log is another room. */
function isStoreError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && /^(Store|Worker)Error$/.test(error.name) && 'code' in error;
}

const byCode: Record<string, { status: number; words: string }> = {
  unreachable: { status: 503, words: 'The store does not answer. Nothing was lost. Try again in a moment.' },
  busy: { status: 503, words: 'The database gave up on this change, and nothing was changed. Try again in a moment.' },
  overloaded: { status: 503, words: 'Too many long reads are waiting. Try again in a moment.' },
  unknown: {
    status: 503,
    words:
      'The connection to the database was lost while saving. Check whether the change is there before you repeat it.',
  },
  closed: { status: 503, words: 'The server is stopping. Try again in a moment.' },
  full: { status: 507, words: 'The disk of the store is full. Nothing was lost. Free some space and try again.' },
  'read-only': { status: 503, words: 'The store can not be written. The server log says why.' },
  unreadable: { status: 503, words: 'The store can not be read. The server log says why.' },
  corrupt: { status: 503, words: 'The store is damaged. The server log says more.' },
};
