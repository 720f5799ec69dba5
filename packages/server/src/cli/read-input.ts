import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StoreError } from '../main.ts';
import type { Failure } from './exit.ts';
import { wrongUsage } from './exit.ts';

/** A file to read, or stdin as `-`. One that can't be opened is told in words. */
async function openInput(file: string): Promise<Readable | Failure> {
  if (file === '-') return process.stdin;
  const stream = createReadStream(file);
  try {
    // A directory can be opened, but not read.
    await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
    return stream;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return wrongUsage(`${file} ${problems[code] ?? `can't be read: ${code || String(error)}`}. Nothing was changed.`);
  }
}

const problems: Record<string, string> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EISDIR: 'is a directory, not a file',
  EACCES: "can't be read: this user may not",
};

/** Input that can be read more than once. */
export interface Input extends AsyncDisposable {
  open(): AsyncIterable<Buffer>;
}

/** A file as it is; stdin is kept in a file of its own for as long as it is needed. */
export async function openAgain(file: string): Promise<Input | Failure> {
  const first = await openInput(file);
  if ('words' in first) return first;
  if (file !== '-') {
    first.destroy();
    return { open: () => createReadStream(file), [Symbol.asyncDispose]: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'retinue-'));
  const kept = join(folder, 'input');
  await pipeline(first, createWriteStream(kept, { mode: 0o600 }));
  return {
    open: () => createReadStream(kept),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Line by line, holding no more than one, and that within bounds. A last line without its end is given too. */
export async function* readLines(input: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const piece of input) {
    let rest = Buffer.from(piece);
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      yield Buffer.concat([...held, rest.subarray(0, end)]).toString('utf8');
      held = [];
      heldBytes = 0;
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) held.push(rest);
    heldBytes += rest.length;
    if (heldBytes > longestLineBytes) throw new StoreError('bad-backup', longLineWords);
  }
  if (held.length > 0) yield Buffer.concat(held).toString('utf8');
}

const lineFeed = 10;
/** The largest result that is kept has 50 MB, and each of its bytes may take six as JSON. */
const longestLineBytes = 320 * 1024 * 1024;
const longLineWords = "This backup can't be restored: it has a line of more than 320 MB. Nothing was changed.";
