import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Failure } from './exit.ts';
import { exitCodes, wrongUsage } from './exit.ts';

/**
 * Writes a new file: under another name until it is whole and on the disk, so that no half of one is ever found under its
 * own name. Never writes over one. Gives the number of bytes.
 */
export async function writeOutput(path: string, pieces: AsyncIterable<string>): Promise<number | Failure> {
  if (await exists(path)) return wrongUsage(`${path} is there already. Name another file, or move that one away.`);
  const partial = `${path}.partial-${process.pid}`;
  try {
    const bytes = await writeAll(partial, pieces);
    await rename(partial, path);
    await syncDirectory(dirname(path));
    return bytes;
  } catch (error) {
    await rm(partial, { force: true });
    return outputFailure(path, error);
  }
}

async function writeAll(path: string, pieces: AsyncIterable<string>): Promise<number> {
  await using handle = await open(path, 'wx', 0o600);
  let bytes = 0;
  for await (const piece of pieces) {
    const buffer = Buffer.from(piece);
    await handle.writeFile(buffer);
    bytes += buffer.length;
  }
  await handle.sync();
  return bytes;
}

async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, 'r');
  await handle.sync();
}

/** What the file system has against it is told in words; anything else is not about the file. */
function outputFailure(path: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const problem = problems[code];
  if (!problem) throw error;
  return { code: exitCodes.failed, words: `${path} can't be written: ${problem}.` };
}

const problems: Record<string, string> = {
  ENOENT: 'its directory is not there',
  ENOTDIR: 'its directory is not there',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

export async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
