import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Repeats one answer for a few seconds, so that frequent questions cost nothing. */
export function createWriteProbe(probe: () => Promise<boolean>, monotonicMs: () => number): () => Promise<boolean> {
  let probed = { atMs: Number.NEGATIVE_INFINITY, answer: Promise.resolve(true) };
  return () => {
    if (monotonicMs() - probed.atMs >= validMs) probed = { atMs: monotonicMs(), answer: probe() };
    return probed.answer;
  };
}

/** Whether a directory is writable: a small file is written, and synced to the disk. */
export async function canWriteTo(directory: string): Promise<boolean> {
  const path = join(directory, `write-probe-${process.pid}`);
  try {
    await using file = await open(path, 'w', 0o600);
    await file.writeFile(content);
    await file.sync();
    return true;
  } catch {
    return false;
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

const validMs = 5000;
/** The size of a small append. */
const content = Buffer.alloc(64 * 1024);
