import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../ports/log/store-error.ts';

/*
 * Puts a finished store in the place of another. A power cut at any moment leaves a usable store:
 *
 * 1. `restore.json` names the folder with the new file and the folder for the old ones
 * 2. the old files move aside with their write-ahead log, which another file would take for its own
 * 3. the search index is deleted, since it belongs to the old files
 * 4. the new file moves into place
 * 5. `restore.json` is deleted
 *
 * Before step 1 is on the disk nothing has happened. After it the next writer continues: as long as the new file is in
 * its folder, the files in place are the old ones.
 */
export interface Swap {
  /** Folders inside the data directory. */
  building: string;
  aside: string;
}

type Reached = (step: string) => void;

/** Returns where the old files are now; null when there were none. */
export function swapFiles(directory: string, fileName: string, swap: Swap, reached: Reached): string | null {
  syncFile(join(directory, swap.building, fileName));
  syncFile(join(directory, swap.building));
  const partial = join(directory, `${markerName}.partial`);
  writeFileSync(partial, JSON.stringify(swap), { mode: 0o600 });
  syncFile(partial);
  reached('written');
  renameSync(partial, join(directory, markerName));
  syncFile(directory);
  reached('marked');
  finish(directory, fileName, swap, reached);
  return existsSync(join(directory, swap.aside)) ? join(directory, swap.aside) : null;
}

/** For a writer, before it opens anything: completes a swap that a power cut or a kill interrupted. */
export function finishSwap(directory: string, fileName: string): void {
  const swap = markedSwap(directory);
  if (swap) finish(directory, fileName, swap, () => {});
  const left = readdirSync(directory).filter((name) => buildingName.test(name) || name === `${markerName}.partial`);
  for (const name of left) rmSync(join(directory, name), { recursive: true, force: true });
}

/** For a reader, which may change nothing. */
export function refuseHalfSwapped(directory: string): void {
  if (!existsSync(join(directory, markerName))) return;
  throw new StoreError(
    'older',
    `A restore into ${directory} was cut off. Start Retinue on it once to complete the restore. Nothing is lost.`,
  );
}

/** A folder for the old files, with an unused name. */
export function asideName(directory: string, stamp: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? `before-${stamp}` : `before-${stamp}-${count}`;
    if (!existsSync(join(directory, name))) return name;
  }
}

/** The folder in which a restore builds a store. */
export function buildingNameAt(now: number): string {
  return `restoring-${now}`;
}

/** A directory may hold foreign folders with a similar name. */
const buildingName = /^restoring-\d+$/;
const markerName = 'restore.json';

function finish(directory: string, fileName: string, { building, aside }: Swap, reached: Reached): void {
  const fresh = join(directory, building, fileName);
  if (existsSync(fresh)) {
    moveAside(directory, fileName, join(directory, aside), reached);
    for (const end of fileEnds) rmSync(join(directory, `search.db${end}`), { force: true });
    reached('search index removed');
    renameSync(fresh, join(directory, fileName));
    reached('placed');
    syncFile(directory);
  }
  rmSync(join(directory, markerName), { force: true });
  syncFile(directory);
  reached('unmarked');
  rmSync(join(directory, building), { recursive: true, force: true });
}

function moveAside(directory: string, fileName: string, aside: string, reached: Reached): void {
  const old = fileEnds.map((end) => `${fileName}${end}`).filter((name) => existsSync(join(directory, name)));
  if (old.length === 0) return;
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of old) {
    renameSync(join(directory, name), join(aside, name));
    reached(`${name} moved`);
  }
  syncFile(aside);
  syncFile(directory);
}

const fileEnds = ['', '-wal', '-shm'];

/** Only a completely written file has this name. */
function markedSwap(directory: string): Swap | null {
  const path = join(directory, markerName);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
