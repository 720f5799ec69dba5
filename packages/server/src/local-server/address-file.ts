import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Address {
  url: string;
  pid: number;
  /** The store of the server. */
  store: string;
}

/** The address of a data directory's server, while it runs. A crash may leave the file behind, so it is only a hint. */
export async function writeAddress(directory: string, address: { url: string; store: string }): Promise<void> {
  await writeFile(pathOf(directory), `${JSON.stringify({ ...address, pid: process.pid })}\n`, { mode: 0o600 });
}

export async function readAddress(directory: string): Promise<Address | null> {
  try {
    const { url, pid, store } = JSON.parse(await readFile(pathOf(directory), 'utf8'));
    const isWhole = typeof url === 'string' && typeof pid === 'number' && typeof store === 'string';
    return isWhole ? { url, pid, store } : null;
  } catch {
    return null;
  }
}

/** Only by its writer: another server may have started since. */
export async function removeAddress(directory: string): Promise<void> {
  if ((await readAddress(directory))?.pid === process.pid) await rm(pathOf(directory), { force: true });
}

function pathOf(directory: string): string {
  return join(directory, 'server.json');
}
