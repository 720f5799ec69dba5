import { closedError, StoreError } from '../../ports/log/store-error.ts';
import { type FileProblem, fileProblemTexts, notClosedText } from './copy.ts';

/** Runs an access to the file, and throws errors of the file system or SQLite as a StoreError that says what to do. */
export function withStoreErrors<Result>(directory: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw fileError(directory, error);
  }
}

/** Maps errors of SQLite and of the file system; any other stays as it is. */
export function fileError(directory: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const problem = isSqliteError(error) ? sqliteProblems[primaryCode(error)] : systemProblem(error);
  if (problem === 'closed') return closedError();
  if (!problem) return error;
  const code = problem === 'not-a-directory' ? 'unreadable' : problem;
  return new StoreError(code, fileProblemTexts[problem](directory, error), error);
}

function systemProblem(error: Error): FileProblem | 'closed' | undefined {
  const code = 'code' in error ? error.code : null;
  if (code === 'ERR_INVALID_STATE') return 'closed';
  if (typeof code !== 'string') return undefined;
  return systemProblems[code] ?? ('syscall' in error ? 'unreadable' : undefined);
}

/** Read as it is, the file would silently lack the last acknowledged events. */
export function notClosed(directory: string, cause: unknown): StoreError {
  return new StoreError('read-only', notClosedText(directory), cause);
}

export function isCannotOpen(error: unknown): boolean {
  return error instanceof Error && isSqliteError(error) && primaryCode(error) === cannotOpen;
}

function isSqliteError(error: Error): error is Error & { errcode: number } {
  return 'errcode' in error && typeof error.errcode === 'number';
}

function primaryCode({ errcode }: { errcode: number }): number {
  return errcode & 0xff;
}

const cannotOpen = 14;

/** By the primary codes of SQLite: busy, read-only, I/O error, corrupt, full, cannot open, not a database. */
const sqliteProblems: Record<number, FileProblem> = {
  5: 'held',
  8: 'read-only',
  10: 'unreadable',
  11: 'corrupt',
  13: 'full',
  [cannotOpen]: 'unreadable',
  26: 'corrupt',
};

const systemProblems: Record<string, FileProblem> = {
  EACCES: 'read-only',
  EROFS: 'read-only',
  EPERM: 'read-only',
  ENOSPC: 'full',
  ENOTDIR: 'not-a-directory',
  EEXIST: 'not-a-directory',
};
