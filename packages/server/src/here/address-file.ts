import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the server of a data directory is, while it runs. A crash may leave the note behind, so it is only a hint. */
export async function writeAddress(directory: string, url: string): Promise<void> {
  await writeFile(pathOf(directory), `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600 });
}

export async function readAddress(directory: string): Promise<{ url: string; pid: number } | null> {
  try {
    const { url, pid } = JSON.parse(await readFile(pathOf(directory), 'utf8'));
    return typeof url === 'string' && typeof pid === 'number' ? { url, pid } : null;
  } catch {
    return null;
  }
}

/** Only by the one who wrote it: another may have started since. */
export async function removeAddress(directory: string): Promise<void> {
  if ((await readAddress(directory))?.pid === process.pid) await rm(pathOf(directory), { force: true });
}

function pathOf(directory: string): string {
  return join(directory, 'server.json');
}
