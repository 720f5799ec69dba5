import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const lockfile = join(root, 'package-lock.json');
const npmRecord = join(root, 'node_modules', '.package-lock.json');
const stampFile = join(root, 'node_modules', '.retinue-install');

/** Whether node_modules matches the lockfile. When nothing has changed it reads two small files. */
export function isInstalled() {
  if (readIfThere(stampFile) === expectedStamp()) return true;
  if (!isInstalledByHand()) return false;
  writeStamp();
  return true;
}

/** The stamp names the lockfile that the install came from. It is written last, so a broken install has none. */
export function writeStamp() {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, expectedStamp());
}

export function clearStamp() {
  rmSync(stampFile, { force: true });
}

function expectedStamp() {
  const hash = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  return `${process.platform}-${process.arch} ${hash}\n`;
}

/** After `npm ci` or `npm install` by hand, npm's own record of node_modules agrees with the lockfile. */
function isInstalledByHand() {
  const record = readIfThere(npmRecord);
  if (record === undefined) return false;
  const there = JSON.parse(record).packages;
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional)
    .every(([path, entry]) => path in there && there[path].version === entry.version);
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
