import pg from 'pg';
import { StoreError } from '../store-error.ts';

/**
 * Maps PostgreSQL and network errors to messages. Never the address itself: it may hold a password. An error that the
 * server did not raise itself means that the connection is lost, whatever its words are.
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  if (!(error instanceof pg.DatabaseError)) return unreachable(error);
  const code = error.code ?? '';
  if (/statement pooling/i.test(error.message)) return pooled(error);
  const endsSession = error.severity === 'FATAL' || error.severity === 'PANIC';
  const make = byCode[code] ?? byClass[code.slice(0, 2)] ?? (endsSession ? unreachable : null);
  return make ? make(error) : error;
}

/** Before there is a connection, what the driver says may also be about the address or the password. */
export function toConnectError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error) || error instanceof pg.DatabaseError) {
    return toStoreError(error);
  }
  const code = 'code' in error ? String(error.code) : '';
  const isNetwork = networkCodes.has(code) || /connection (terminated|ended)|timeout|closed/i.test(error.message);
  return isNetwork ? unreachable(error) : refused(error);
}

export function pooled(cause?: unknown): StoreError {
  return new StoreError(
    'pooled',
    'DATABASE_URL leads through a connection pooler that shares sessions between clients (transaction or statement pooling). Retinue needs sessions of its own. Name PostgreSQL itself in DATABASE_URL, or set the pooler to session pooling.',
    cause,
  );
}

const unreachable = (cause: Error) =>
  new StoreError(
    'unreachable',
    `The database can't be reached (${cause.message}). What was acknowledged is kept. See whether PostgreSQL runs and DATABASE_URL is right; work resumes by itself at the next start.`,
    cause,
  );
const crowded = (cause: Error) =>
  new StoreError(
    'unreachable',
    'PostgreSQL has no connection to spare. Raise its max_connections, or end other clients; work resumes by itself.',
    cause,
  );
const refused = (cause: Error) =>
  new StoreError('unreadable', `PostgreSQL refuses the connection: ${cause.message}. Check DATABASE_URL.`, cause);
const full = (cause: Error) =>
  new StoreError(
    'full',
    'The disk of the database is full. What was acknowledged is kept. Free some space and start again.',
    cause,
  );
const readOnly = (cause: Error) =>
  new StoreError(
    'read-only',
    "The database can't be written: it is read-only. Name the primary server in DATABASE_URL.",
    cause,
  );
const damaged = (cause: Error) =>
  new StoreError(
    'corrupt',
    `The store in the database is damaged: ${cause.message}. Nothing was changed. Restore a copy.`,
    cause,
  );

const forbidden = (cause: Error) =>
  new StoreError(
    'read-only',
    `PostgreSQL does not allow it: ${cause.message}. Nothing was changed. Give that right to the role in DATABASE_URL.`,
    cause,
  );

const busy = (cause: Error) =>
  new StoreError('busy', `PostgreSQL gave up: ${cause.message}. Nothing was changed. Try again.`, cause);

const byCode: Record<string, (cause: Error) => StoreError> = {
  '40001': busy,
  '40P01': busy,
  '53200': busy,
  '55P03': busy,
  '57014': busy,
  '25P03': unreachable,
  '25P04': unreachable,
  '57P05': unreachable,
  '53300': crowded,
  '53100': full,
  '25006': readOnly,
  '42501': forbidden,
  '57P01': unreachable,
  '57P02': unreachable,
  '57P03': unreachable,
  '3D000': refused,
};
const byClass: Record<string, (cause: Error) => StoreError> = { '08': unreachable, '28': refused, XX: damaged };

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);
