import { readArguments } from '../../../packages/server/src/cli/arguments.ts';
import type { Context } from '../../../packages/server/src/cli/context.ts';
import { CommandError } from '../../../packages/server/src/cli/exit.ts';
import { createPaint } from '../../../packages/server/src/cli/output/paint.ts';
import { runCommand } from '../../../packages/server/src/cli/run-command.ts';
import { runLine } from '../../../packages/server/src/cli/run-line.ts';
import { readConfig } from '../../../packages/server/src/config.ts';
import type { StorePlace } from '../../../packages/server/src/ports/log/event-log.ts';
import type { Ran } from './cli.ts';

/** A command in this process, from its arguments to its exit code. Much faster than a process for each. */
export async function dispatched(
  store: StorePlace,
  args: readonly string[],
  columns = Number.POSITIVE_INFINITY,
): Promise<Ran> {
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  const context = contextFor(store, columns, ran);
  try {
    const request = readArguments(args);
    if ('help' in request) throw new Error('help is for a process of its own');
    ran.code = await runCommand({ ...context, isJson: request.flags.has('json') }, request);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    ran.code = error.exitCode;
    ran.stderr += `${error.message}\n`;
  }
  return ran;
}

/** Like a process of the command line, from its arguments to its exit code, in this process. It has no input. */
export async function retinueInProcess(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ran> {
  const ran: Ran = { code: null, stdout: '', stderr: '' };
  ran.code = await runLine(words, environment, terminalFor(ran, Number.POSITIVE_INFINITY));
  return ran;
}

function contextFor(store: StorePlace, columns: number, ran: Ran): Context {
  const config = readConfig({});
  if ('problems' in config) throw new Error(config.problems.join());
  const directory = store.kind === 'sqlite' ? store.directory : config.directory;
  const invocation = (command: string) => `retinue ${command}`;
  return { config: { ...config, directory, store }, terminal: terminalFor(ran, columns), isJson: false, invocation };
}

/** Keeps its output. */
function terminalFor(ran: Ran, columns: number): Context['terminal'] {
  const keep = (text: string) => {
    ran.stdout += text;
  };
  return {
    isLive: false,
    canAsk: false,
    columns: () => columns,
    rows: () => Number.POSITIVE_INFINITY,
    paint: createPaint(false),
    out: keep,
    write: keep,
    err: (text) => {
      ran.stderr += text;
    },
  };
}
