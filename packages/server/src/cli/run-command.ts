import type { CommandRequest } from './arguments.ts';
import type { Context } from './context.ts';
import type { ExitCode } from './exit.ts';
import { exitCodes } from './exit.ts';

/** Runs a command. Prints the message of an error, and returns the exit code. */
export async function runCommand(context: Context, request: CommandRequest): Promise<ExitCode> {
  try {
    const ended = await (await request.verb.load())(context, request);
    return ended ? ended.code : exitCodes.ok;
  } catch (error) {
    const { explainError } = await import('./output/explain-error.ts');
    const { message, exitCode } = explainError(error, context);
    context.terminal.err(`${message}\n`);
    return exitCode;
  }
}
