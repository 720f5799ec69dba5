import { join } from 'node:path';
import { backupStore } from '../../integrity/backup/backup.ts';
import { type DamageNote, damageNoteText } from '../../integrity/backup/backup-damage.ts';
import { oneLine } from '../../views/plain-text.ts';
import type { CommandInput } from '../arguments.ts';
import type { Context } from '../context.ts';
import type { Terminal } from '../output/terminal.ts';
import { progressLines } from './show-progress.ts';
import { isDirectory, writeOutput } from './write-output.ts';

/* `backup`, `restore` and `verify` use the store itself, so they also work where no server can start. */

/** Writes the whole store to one file; in a directory, to a file with the time in its name. */
export async function backup({ config, terminal }: Context, { given: { file = '' } }: CommandInput): Promise<void> {
  const now = Date.now();
  const time = new Date(now).toISOString().replace(/\.\d+|[-:]/g, '');
  const path = (await isDirectory(file)) ? join(file, `retinue-${time}.jsonl`) : file;
  const damage: DamageNote[] = [];
  const lines = backupStore(config.store, now, { onDamage: (note) => damage.push(note) });
  const bytes = await writeOutput(path, withProgress(lines, terminal));
  terminal.out(`Backed up ${storeName(config.store)} to ${path} (${megabytes(bytes)}).\n`);
  terminal.out(damageLines(damage));
  if (damage.length > 0) terminal.out('Everything else is backed up in full. The file can be restored.\n');
}

async function* withProgress(pieces: AsyncIterable<string>, terminal: Terminal): AsyncGenerator<string> {
  const show = progressLines(terminal);
  let characters = 0;
  for await (const piece of pieces) {
    characters += piece.length;
    show(() => `Written so far: ${(characters / 1e6).toFixed(0)} MB.`);
    yield piece;
  }
}

export function damageLines(damage: readonly DamageNote[]): string {
  return damage.map((note) => `${oneLine(damageNoteText(note))}\n`).join('');
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Never the address of a database: it may hold a password. */
export function storeName(store: Context['config']['store']): string {
  return store.kind === 'sqlite' ? store.directory : 'the database';
}
