import type { CommandRequest } from './arguments.ts';
import type { Context } from './context.ts';
import { CommandError, type ExitCode, exitCodes } from './exit.ts';

type Environment = Record<string, string | undefined>;

/** Reads a line of arguments, runs its command on the terminal, and returns the exit code. */
export async function runLine(
  args: readonly string[],
  environment: Environment,
  terminal: Context['terminal'],
): Promise<ExitCode> {
  try {
    const { readArguments } = await import('./arguments.ts');
    const request = readArguments(args);
    if ('help' in request) {
      const { helpFor } = await import('./help.ts');
      terminal.out(helpFor(request.help, (command) => `${programName(environment)} ${command}`));
      return exitCodes.ok;
    }
    const context = await openContext(request, terminal, environment);
    const { runCommand } = await import('./run-command.ts');
    return await runCommand(context, request);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    terminal.err(`${error.message}\n`);
    return error.exitCode;
  }
}

async function openContext(
  { given: { data }, flags }: CommandRequest,
  terminal: Context['terminal'],
  environment: Environment,
): Promise<Context> {
  const { readConfig } = await import('../config.ts');
  const settings = data === undefined ? environment : { ...environment, RETINUE_DATA: data, DATABASE_URL: '' };
  const config = readConfig(settings);
  if ('problems' in config) throw new CommandError(config.problems.join('\n'), exitCodes.wrongUsage);
  const suffix = data === undefined ? '' : ` --data ${quoted(data)}`;
  const invocation = (command: string) => `${programName(environment)} ${command}${suffix}`;
  return { config, terminal, isJson: flags.has('json'), invocation };
}

function programName({ npm_lifecycle_event }: Environment): string {
  return npm_lifecycle_event === undefined ? 'retinue' : 'npm run retinue --';
}

function quoted(argument: string): string {
  return /^[\w./~-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
