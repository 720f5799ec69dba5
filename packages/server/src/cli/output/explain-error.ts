import { ApiError } from '@retinue/protocol';
import { ExtensionError } from '../../extensions/load-extensions.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { SecretError } from '../../secrets/secret.ts';
import { ServerGone } from '../connection/find-server.ts';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { CommandError, exitCodes } from '../exit.ts';

/** The message and the exit code of an error. Only an error of Retinue itself has a trace, which helps to find it. */
export function explainError(
  error: unknown,
  { invocation }: Pick<Context, 'invocation'>,
): { message: string; exitCode: ExitCode } {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ApiError) return { message: error.message, exitCode: exitCodeOf(error) };
  return { message: messageOf(error, invocation), exitCode: exitCodes.failed };
}

/** An id that names nothing is wrong usage. */
function exitCodeOf({ code }: ApiError): ExitCode {
  return code.startsWith('no-such') ? exitCodes.wrongUsage : exitCodes.failed;
}

function messageOf(error: unknown, invocation: Context['invocation']): string {
  if (error instanceof ServerGone)
    return `${error.message} Open work continues at the next start: ${invocation('start')}`;
  if (isExpected(error)) return error.message;
  if (isFileError(error)) return `${error.path} can't be used: ${error.message}. Check the path and its permissions.`;
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Retinue has an internal error. Acknowledged work is kept. Please report these lines:\n${trace}`;
}

function isExpected(error: unknown): error is Error {
  return [StoreError, SecretError, ExtensionError].some((kind) => error instanceof kind);
}

/** An error of the operating system about a path. */
function isFileError(error: unknown): error is Error & { path: string } {
  return error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string';
}
