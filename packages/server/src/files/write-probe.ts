import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives one answer for a few seconds, so that frequent questions cost nothing. */
export function createWriteProbe(probe: () => Promise<boolean>, monotonicMs: () => number): () => Promise<boolean> {
  let probed = { atMs: Number.NEGATIVE_INFINITY, answer: Promise.resolve(true) };
  return () => {
    if (monotonicMs() - probed.atMs >= validMs) probed = { atMs: monotonicMs(), answer: probe() };
    return probed.answer;
  };
}

/** Whether something can be written to a directory: a small file is, and is on the disk. */
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
/** As much as a small append needs. */
const content = Buffer.alloc(64 * 1024);
