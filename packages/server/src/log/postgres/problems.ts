import pg from 'pg';
import { StoreError, type StoreProblem } from '../../ports/log/store-error.ts';

/**
 * Maps PostgreSQL and network errors to messages. Never the address itself: it may hold a password. An error that the
 * server did not raise itself means that the connection is lost, whatever it says.
 */
export function queryError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  if (!(error instanceof pg.DatabaseError)) return storeError('unreachable', error);
  const code = error.code ?? '';
  if (/statement pooling/i.test(error.message)) return pooled(error);
  const endsSession = error.severity === 'FATAL' || error.severity === 'PANIC';
  const problem = byCode[code] ?? byClass[code.slice(0, 2)] ?? (endsSession ? 'unreachable' : null);
  return problem ? storeError(problem, error) : error;
}

/** Before there is a connection, the driver's errors may also be about the address or the password. */
export function connectError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error) || error instanceof pg.DatabaseError) {
    return queryError(error);
  }
  const code = 'code' in error ? String(error.code) : '';
  const isNetwork = networkCodes.has(code) || /connection (terminated|ended)|timeout|closed/i.test(error.message);
  return storeError(isNetwork ? 'unreachable' : 'refused', error);
}

export function pooled(cause?: unknown): StoreError {
  return new StoreError(
    'pooled',
    'DATABASE_URL leads through a connection pooler that shares sessions between clients (transaction or statement pooling). Retinue needs sessions of its own. Name PostgreSQL itself in DATABASE_URL, or set the pooler to session pooling.',
    cause,
  );
}

function storeError(problem: Problem, cause: Error): StoreError {
  const [code, message] = problems[problem];
  return new StoreError(code, message(cause.message), cause);
}

type Problem = 'unreachable' | 'crowded' | 'refused' | 'full' | 'read-only' | 'damaged' | 'forbidden' | 'busy';

const problems: Record<Problem, [code: StoreProblem, message: (cause: string) => string]> = {
  unreachable: [
    'unreachable',
    (cause) =>
      `The database can't be reached (${cause}). Acknowledged work is kept. Check that PostgreSQL is running and that DATABASE_URL is right. Work resumes by itself at the next start.`,
  ],
  crowded: [
    'unreachable',
    () => 'PostgreSQL has no free connection. Raise its max_connections, or end other clients. Work resumes by itself.',
  ],
  refused: ['unreadable', (cause) => `PostgreSQL refuses the connection: ${cause}. Check DATABASE_URL.`],
  full: ['full', () => 'The disk of the database is full. Acknowledged work is kept. Free some space and start again.'],
  'read-only': [
    'read-only',
    () => "The database can't be written: it is read-only. Name the primary server in DATABASE_URL.",
  ],
  damaged: [
    'corrupt',
    (cause) => `The store in the database is damaged: ${cause}. Nothing was changed. Restore a copy.`,
  ],
  forbidden: [
    'read-only',
    (cause) => `PostgreSQL denies permission: ${cause}. Nothing was changed. Grant it to the role in DATABASE_URL.`,
  ],
  busy: ['busy', (cause) => `PostgreSQL gave up: ${cause}. Nothing was changed. Retry in a moment.`],
};

const byCode: Record<string, Problem> = {
  '40001': 'busy',
  '40P01': 'busy',
  '53200': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '25P03': 'unreachable',
  '25P04': 'unreachable',
  '57P05': 'unreachable',
  '53300': 'crowded',
  '53100': 'full',
  '25006': 'read-only',
  '42501': 'forbidden',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '3D000': 'refused',
};
const byClass: Record<string, Problem> = { '08': 'unreachable', '28': 'refused', XX: 'damaged' };

const networkCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]);
