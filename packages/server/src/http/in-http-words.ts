import { HttpProblem } from './problems.ts';

/** What went wrong inside, without its details: those are for whoever runs the server. */
export function inHttpWords(error: unknown): HttpProblem {
  const code = isStoreError(error) ? error.code : '';
  const known = byCode[code];
  if (known)
    return new HttpProblem(known.status, code, known.words, known.status === 503 ? { 'retry-after': '5' } : {});
  return new HttpProblem(500, 'internal', 'Something went wrong inside the server. Its log says more.');
}

/** Told apart by its name: the log is another room. */
function isStoreError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && error.name === 'StoreError' && 'code' in error;
}

const byCode: Record<string, { status: number; words: string }> = {
  unreachable: { status: 503, words: 'The store does not answer. Nothing was lost. Try again in a moment.' },
  closed: { status: 503, words: 'The server is stopping. Try again in a moment.' },
  full: { status: 507, words: 'The disk of the store is full. Nothing was lost. Free some space and try again.' },
  'read-only': { status: 503, words: 'The store can not be written. The server log says why.' },
  unreadable: { status: 503, words: 'The store can not be read. The server log says why.' },
  corrupt: { status: 503, words: 'The store is damaged. The server log says more.' },
};
