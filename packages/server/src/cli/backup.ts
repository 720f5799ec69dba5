import { join } from 'node:path';
import { backupStore, restoreStore } from '../main.ts';
import { count } from '../projections/figures.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import { placeWords } from './look.ts';
import { openInput, readLines } from './read-input.ts';
import { isDirectory, writeOutput } from './write-output.ts';

type Done = { code: ExitCode } | Failure;

/** The whole store as one file; into a directory, under a name with the time in it. */
export async function backup({ config, terminal }: Context, { file }: { file: string }): Promise<Done> {
  const now = Date.now();
  const path = (await isDirectory(file)) ? join(file, `retinue-${stamp(now)}.jsonl`) : file;
  const written = await writeOutput(path, backupStore(config.store, now));
  if (typeof written !== 'number') return written;
  terminal.out(`Backed up ${placeWords(config.store)} to ${path} (${(written / 1e6).toFixed(1)} MB).\n`);
  return { code: exitCodes.ok };
}

export async function restore(
  { config, terminal }: Context,
  { file, isForced }: { file: string; isForced: boolean },
): Promise<Done> {
  const server = await connect(config);
  if (server) {
    const words = `A server runs on this store at ${server.url}. Stop it first, so that it does not lose what it works on; then restore. Nothing was changed.`;
    return { code: exitCodes.failed, words };
  }
  const input = await openInput(file);
  if ('words' in input) return input;
  const options = { force: isForced, now: Date.now() };
  const { events, aside } = await restoreStore(config.store, readLines(input), options);
  terminal.out(`Restored ${count(events, 'event')} into ${placeWords(config.store)}, and verified them.\n`);
  if (aside) terminal.out(`What was there before is in ${aside}.\n`);
  return { code: exitCodes.ok };
}

function stamp(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+|[-:]/g, '');
}
