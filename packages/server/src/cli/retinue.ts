import { enableCompileCache } from 'node:module';
import type { Arguments } from './arguments.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';

enableCompileCache();
// Whatever this process writes is for its user alone, whatever the shell says.
process.umask(0o077);
const output = watchOutput();
const code = await main(process.argv.slice(2), process.env);
process.exitCode = output.hasFailed && code === 0 ? 1 : code;

/** A reader that goes away (`| head`) is no error. Anything else means that what was asked for is not there. */
function watchOutput(): { hasFailed: boolean } {
  const output = { hasFailed: false };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || output.hasFailed) return;
    output.hasFailed = true;
    process.exitCode = 1;
    const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message;
    process.stderr.write(`The output can't be written: ${reason}.\n`);
  });
  return output;
}

/** The command line: reads the words, does what they ask, and says in the exit code how it went. */
async function main(words: readonly string[], environment: Record<string, string | undefined>): Promise<ExitCode> {
  const { readArguments } = await import('./arguments.ts');
  const request = readArguments(words);
  if ('help' in request) {
    const { helpFor } = await import('./help.ts');
    process.stdout.write(helpFor(request.help, (command) => `${programName(environment)} ${command}`));
    return 0;
  }
  const outcome = 'words' in request ? request : await perform(request, environment);
  if ('words' in outcome) {
    const { withoutControls } = await import('../projections/text.ts');
    process.stderr.write(`${withoutControls(String(outcome.words))}\n`);
  }
  return outcome.code;
}

/** What a command can't do for a reason outside the product is told in words, like any other failure. */
async function perform(
  request: Arguments,
  environment: Record<string, string | undefined>,
): Promise<{ code: ExitCode } | Failure> {
  try {
    const context = await openContext(request, environment);
    if ('words' in context) return context;
    const { dispatch } = await import('./dispatch.ts');
    return await dispatch(request, context);
  } catch (error) {
    const { problemWords } = await import('./report.ts');
    return { code: 1, words: problemWords(error) };
  }
}

async function openContext(
  request: Arguments,
  environment: Record<string, string | undefined>,
): Promise<Context | Failure> {
  const { readConfig } = await import('../config.ts');
  const { openTerminal } = await import('./terminal.ts');
  const { data, isJson } = request;
  const config = readConfig(data === null ? environment : { ...environment, RETINUE_DATA: data, DATABASE_URL: '' });
  if ('problems' in config) return { code: 2, words: config.problems.join('\n') };
  const suffix = data === null ? '' : ` --data ${quoted(data)}`;
  const invocation = (command: string) => `${programName(environment)} ${command}${suffix}`;
  return { config, terminal: openTerminal(environment), isJson, invocation };
}

function programName({ npm_lifecycle_event }: Record<string, string | undefined>): string {
  return npm_lifecycle_event === undefined ? 'retinue' : 'npm run retinue --';
}

function quoted(word: string): string {
  return /^[\w./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
