import { readArguments } from '../../packages/server/src/cli/arguments.ts';
import { dispatch } from '../../packages/server/src/cli/dispatch.ts';
import { createPaint } from '../../packages/server/src/cli/paint.ts';
import { problemWords } from '../../packages/server/src/cli/report.ts';
import { readConfig } from '../../packages/server/src/config.ts';
import type { StorePlace } from '../../packages/server/src/ports/event-log.ts';
import type { Ran } from './cli.ts';

/** A command in this process, from its words to its exit code: many are run where starting a process each would take long. */
export async function dispatched(
  store: StorePlace,
  words: readonly string[],
  columns = Number.POSITIVE_INFINITY,
): Promise<Ran> {
  const ran = { stdout: '', stderr: '' };
  const told = await perform(store, words, columns, ran);
  if ('words' in told) ran.stderr += `${told.words}\n`;
  return { ...ran, code: told.code };
}

async function perform(store: StorePlace, words: readonly string[], columns: number, ran: Omit<Ran, 'code'>) {
  const config = readConfig({});
  if ('problems' in config) throw new Error(config.problems.join());
  const request = readArguments(words);
  if ('help' in request) throw new Error('help is for a process of its own');
  if ('words' in request) return request;
  const terminal = {
    isLive: false,
    canAsk: false,
    columns: () => columns,
    rows: () => Number.POSITIVE_INFINITY,
    paint: createPaint(false),
    out: (text: string) => {
      ran.stdout += text;
    },
    err: (text: string) => {
      ran.stderr += text;
    },
  };
  const invocation = (command: string) => `retinue ${command}`;
  try {
    const directory = store.kind === 'sqlite' ? store.directory : config.directory;
    return await dispatch(request, {
      config: { ...config, directory, store },
      terminal,
      isJson: request.isJson,
      invocation,
    });
  } catch (error) {
    return { code: 1, words: problemWords(error) };
  }
}
