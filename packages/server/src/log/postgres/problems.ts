import { StoreError } from '../store-error.ts';

/** What PostgreSQL or the way to it has against us, in words. Never the address itself: it may hold a password. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  const make = byCode[code] ?? byClass[code.slice(0, 2)] ?? (isLostConnection(error, code) ? unreachable : null);
  return make ? make(error) : error;
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

const byCode: Record<string, (cause: Error) => StoreError> = {
  '53300': crowded,
  '53100': full,
  '25006': readOnly,
  '42501': forbidden,
  '57P01': unreachable,
  '57P02': unreachable,
  '57P03': unreachable,
  '3D000': refused,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EPIPE: unreachable,
  ENOTFOUND: unreachable,
  ETIMEDOUT: unreachable,
};
const byClass: Record<string, (cause: Error) => StoreError> = { '08': unreachable, '28': refused, XX: damaged };

/** The driver says some of it only in words. */
function isLostConnection(error: Error, code: string): boolean {
  return code === '' && /connection (terminated|ended)|timeout|not queryable|closed/i.test(error.message);
}
