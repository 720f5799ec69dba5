import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { SecretError } from './secret.ts';

export interface MasterKeySource {
  /** From the environment, in base64. */
  value: string | null;
  /** The file that holds it otherwise. */
  file: string;
}

/** The key that seals all others: from the environment, or from a file that is created at first use, readable by its owner only. */
export function loadMasterKey({ value, file }: MasterKeySource): Uint8Array {
  if (value !== null) return decode(value, 'RETINUE_SECRETS_KEY');
  try {
    return readKeyFile(file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  return makeKeyFile(file);
}

function readKeyFile(file: string): Uint8Array {
  const handle = openSync(file, 'r');
  try {
    const isOpenToOthers = process.platform !== 'win32' && (fstatSync(handle).mode & 0o077) !== 0;
    if (isOpenToOthers) throw new SecretError(`Others can read ${file}. Run: chmod 600 ${file}`);
    return decode(readFileSync(handle, 'utf8'), file);
  } finally {
    closeSync(handle);
  }
}

function makeKeyFile(file: string): Uint8Array {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const key = randomBytes(keyBytes);
  let handle: number;
  try {
    handle = openSync(file, 'wx', 0o600);
  } catch (error) {
    // Another process was first: its key counts.
    if (hasCode(error, 'EEXIST')) return readKeyFile(file);
    throw error;
  }
  writeSync(handle, `${key.toString('base64')}\n`);
  fsyncSync(handle);
  closeSync(handle);
  return key;
}

const keyBytes = 32;

function decode(text: string, place: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyBytes && /^[\w+/-]{43}=?$/.test(text.trim())) return key;
  throw new SecretError(`${place} must hold 32 bytes in base64, such as from: openssl rand -base64 32`);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
