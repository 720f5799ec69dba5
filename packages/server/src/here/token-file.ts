import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secret by which programs of this machine's user speak to the server. Only that user may read it. */
export async function ensureToken(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  try {
    await using file = await open(pathOf(directory), 'wx', 0o600);
    const token = randomBytes(32).toString('base64url');
    await file.writeFile(`${token}\n`);
    await file.sync();
    return token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  await chmod(pathOf(directory), 0o600);
  const token = await readToken(directory);
  if (!token)
    throw new Error(`The file ${pathOf(directory)} holds no token. Delete it; the next start makes a new one.`);
  return token;
}

export async function readToken(directory: string): Promise<string | null> {
  const text = await readFile(pathOf(directory), 'utf8').catch(() => '');
  return /^[\w-]{43}$/.test(text.trim()) ? text.trim() : null;
}

function pathOf(directory: string): string {
  return join(directory, 'token');
}
