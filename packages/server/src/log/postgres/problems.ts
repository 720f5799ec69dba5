import pg from 'pg';
import { StoreError } from '../../ports/log/store-error.ts';
import { type DatabaseProblem, databaseProblems, pooledText } from './copy.ts';

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
  return new StoreError('pooled', pooledText, cause);
}

function storeError(problem: DatabaseProblem, cause: Error): StoreError {
  const [code, message] = databaseProblems[problem];
  return new StoreError(code, message(cause.message), cause);
}

const byCode: Record<string, DatabaseProblem> = {
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
const byClass: Record<string, DatabaseProblem> = { '08': 'unreachable', '28': 'refused', XX: 'damaged' };

const networkCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]);
