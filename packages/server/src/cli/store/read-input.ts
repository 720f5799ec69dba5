import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StoreError } from '../../ports/log/store-error.ts';
import { usageError } from '../exit.ts';

/** Input that can be read more than once. */
export interface Input extends AsyncDisposable {
  open(): AsyncIterable<Buffer>;
}

/** A file, or stdin as `-`, which is kept in a temporary file for as long as it is needed. */
export async function openInput(file: string): Promise<Input> {
  if (file !== '-') {
    await checkFile(file);
    return { open: () => createReadStream(file), [Symbol.asyncDispose]: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'retinue-'));
  const kept = join(folder, 'input');
  await pipeline(process.stdin, createWriteStream(kept, { mode: 0o600 }));
  return {
    open: () => createReadStream(kept),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function checkFile(file: string): Promise<void> {
  const stream = createReadStream(file);
  try {
    // A directory can be opened, but not read.
    await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw usageError(`${file} ${problems[code] ?? `can't be read: ${code || String(error)}`}. Nothing was changed.`);
  } finally {
    stream.destroy();
  }
}

const problems: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a directory, not a file',
  EACCES: "can't be read: permission denied",
};

/** Line by line, with a limit on their length. A last line without a line feed counts too. */
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
    if (heldBytes > maxLineBytes) throw new StoreError('bad-backup', longLineMessage);
  }
  if (held.length > 0) yield Buffer.concat(held).toString('utf8');
}

const lineFeed = 10;
/** The largest result that is kept has 50 MB, and each of its bytes may take six in JSON. */
const maxLineBytes = 320 * 1024 * 1024;
const longLineMessage = "This backup can't be restored: it has a line of more than 320 MB. Nothing was changed.";
