import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret that programs of this machine's user show to the server. Only that user may read it. The directory must
 * exist.
 */
export async function ensureToken(directory: string): Promise<string> {
  try {
    return await writeToken(pathOf(directory));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const token = await readToken(directory);
  if (!token)
    throw new Error(`The file ${pathOf(directory)} holds no token. Delete it; the next start makes a new one.`);
  return token;
}

export async function readToken(directory: string): Promise<string | null> {
  return tokenIn(await readFile(pathOf(directory), 'utf8').catch(() => ''));
}

/** Replaces the token. No server accepts the old one from then on. */
export async function rotateToken(directory: string): Promise<void> {
  const partial = `${pathOf(directory)}.partial-${process.pid}`;
  await rm(partial, { force: true });
  await writeToken(partial);
  await rename(partial, pathOf(directory));
}

/** The current token in the file, null when there is none. */
export function followToken(directory: string): () => string | null {
  let [token, seen]: [string | null, string] = [null, ''];
  return () => {
    const found = statSync(pathOf(directory), { throwIfNoEntry: false });
    const now = found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
    if (now !== seen) token = found ? tokenIn(readFileSync(pathOf(directory), 'utf8')) : null;
    seen = now;
    return token;
  };
}

async function writeToken(path: string): Promise<string> {
  await using file = await open(path, 'wx', 0o600);
  await file.chmod(0o600);
  const token = randomBytes(32).toString('base64url');
  await file.writeFile(`${token}\n`);
  await file.sync();
  return token;
}

function tokenIn(text: string): string | null {
  return /^[\w-]{43}$/.test(text.trim()) ? text.trim() : null;
}

function pathOf(directory: string): string {
  return join(directory, 'token');
}
