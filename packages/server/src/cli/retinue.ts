import { enableCompileCache } from 'node:module';
import type { CommandRequest } from './arguments.ts';
import type { Context } from './context.ts';
import { CommandError, type ExitCode, exitCodes } from './exit.ts';
import { openTerminal } from './output/terminal.ts';

enableCompileCache();
// Only the user can read files that this process writes, whatever the shell's umask is.
process.umask(0o077);
const output = watchOutput();
const code = await main(process.argv.slice(2), process.env);
process.exitCode = output.hasFailed && code === exitCodes.ok ? exitCodes.failed : code;

type Environment = Record<string, string | undefined>;

/** Reports output that can't be written. A reader that goes away (`| head`) is no error. */
function watchOutput(): { hasFailed: boolean } {
  const output = { hasFailed: false };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || output.hasFailed) return;
    output.hasFailed = true;
    process.exitCode = exitCodes.failed;
    const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message;
    process.stderr.write(`The output can't be written: ${reason}.\n`);
  });
  return output;
}

/** Reads the arguments, runs their command, and returns the exit code. */
async function main(args: readonly string[], environment: Environment): Promise<ExitCode> {
  const terminal = openTerminal(environment);
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
