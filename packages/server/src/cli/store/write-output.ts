import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError, usageError } from '../exit.ts';

/**
 * Writes a new file, and returns its size in bytes. Its name appears only once it is complete and on the disk. Never
 * overwrites a file.
 */
export async function writeOutput(path: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<number> {
  if (await stat(path).catch(() => null))
    throw usageError(`${path} exists already. Choose another file name, or move that file away.`);
  const partial = `${path}.partial-${process.pid}`;
  try {
    const bytes = await writeAll(partial, pieces);
    await rename(partial, path);
    await syncDirectory(dirname(path));
    return bytes;
  } catch (error) {
    await rm(partial, { force: true });
    throw outputError(path, error);
  }
}

async function writeAll(path: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<number> {
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

/** Explains an error of the file system. Other errors are not about the file. */
function outputError(path: string, error: unknown): unknown {
  const problem = problems[error instanceof Error && 'code' in error ? String(error.code) : ''];
  return problem ? new CommandError(`${path} can't be written: ${problem}.`) : error;
}

const problems: Record<string, string> = {
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'its directory does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

export async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}
