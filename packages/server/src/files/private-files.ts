import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/*
 * Files that only their owner can read: 0600, in directories of 0700, whatever the umask is. SQLite gives its -wal,
 * -shm and -journal files the permissions of the database, so a database is created here before SQLite opens it.
 * Foreign files are not changed, and neither is a directory that holds any, since others may need it.
 */

/** Creates the directory if it is missing, and removes other users' access to Retinue's files in it. */
export function makePrivateDirectory(directory: string): void {
  const isNew = makeDirectory(directory);
  const names = readdirSync(directory);
  if (isNew || (names.every(isOurs) && !isForEverybody(directory))) tighten(directory);
  for (const name of names) tightenWithin(directory, name);
}

/** Whether other users can list the directory. */
export function isListedByOthers(directory: string): boolean {
  return process.platform !== 'win32' && (statSync(directory).mode & 0o044) !== 0;
}

/**
 * Not by `recursive`, which loops forever in a parent that exists but takes no directory, as in `/proc`. False if it
 * exists.
 */
function makeDirectory(directory: string): boolean {
  if (lstatSync(directory, { throwIfNoEntry: false })?.isSymbolicLink() || isDirectory(directory)) return false;
  const parent = dirname(directory);
  if (parent !== directory && !isThere(parent)) makeDirectory(parent);
  mkdirSync(directory, { mode: 0o700 });
  return true;
}

/** The sticky bit marks directories in which every user has files. */
function isForEverybody(directory: string): boolean {
  const path = realpathSync(directory);
  const known = [homedir(), tmpdir(), '/tmp', '/'].filter(isThere).map((one) => realpathSync(one));
  return known.includes(path) || (statSync(path).mode & 0o1000) !== 0;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Leaves the content of a file that exists. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  tighten(path);
}

/** Symbolic links are not followed. */
function tightenWithin(directory: string, name: string): void {
  const path = join(directory, name);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || !isOurs(name)) return;
  if (found.isFile()) tighten(path);
  if (!found.isDirectory() || !ourFolder.test(name)) return;
  tighten(path);
  for (const inside of readdirSync(path)) tightenWithin(path, inside);
}

function isOurs(name: string): boolean {
  return ourFile.test(name) || ourFolder.test(name);
}

function tighten(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || process.platform === 'win32') return;
  const mode = found.isDirectory() ? 0o700 : (found.mode & 0o700) | 0o600;
  if ((found.mode & 0o7777) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!isLeftAlone(error)) throw error;
  }
}

/** The file was removed, belongs to another user, or is on a read-only disk. */
function isLeftAlone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'EPERM', 'EROFS'].includes(String(error.code));
}

/** Everything that Retinue writes into a data directory. */
const ourFile =
  /^((retinue|lock|search)\.db(-wal|-shm|-journal)?|token(\.partial-\d+)?|server\.json|secrets\.key|restore\.json(\.partial)?|write-probe-\d+)$/;
/** A store that a restore put aside, and one that it builds. */
const ourFolder = /^(before-\d{8}T\d{6}Z(-\d+)?|restoring-\d+)$/;
