import { createInterface } from 'node:readline/promises';
import { type DamageNote, damageNoteText } from '../../integrity/backup/backup-damage.ts';
import { type BackupContents, inspectBackup } from '../../integrity/backup/inspect-backup.ts';
import { restoreStore } from '../../integrity/restore/restore.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { count } from '../../views/figures.ts';
import { withoutControls } from '../../views/plain-text.ts';
import type { CommandInput } from '../arguments.ts';
import { findServer } from '../connection/find-server.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../exit.ts';
import { damageLines, megabytes, storeName } from './backup.ts';
import { openInput, readLines } from './read-input.ts';

export function restoreFile(context: Context, { given: { file = '' }, flags }: CommandInput): Promise<void> {
  return restore(context, { file, isForced: flags.has('force') });
}

/** Replaces the store with a backup, after a check of the whole file. Asks before it sets an existing store aside. */
export async function restore(
  { config, terminal }: Context,
  { file, isForced }: { file: string; isForced: boolean },
  ask: (question: string) => Promise<string> = askAtTerminal,
): Promise<void> {
  const server = await findServer(config);
  if (server)
    throw new CommandError(
      `A server runs on this store at ${server.url}. Stop it first, then restore. Nothing was changed.`,
    );
  await using input = await openInput(file);
  const contents = await inspectBackup(readLines(input.open()));
  terminal.out(`${withoutControls(describeBackup(file, contents))}\n${damageLines(contents.damage)}`);
  const run = (force: boolean) => restoreStore(config.store, readLines(input.open()), { force, now: Date.now() });
  const restored = await run(isForced).catch((error: unknown) => {
    if (error instanceof StoreError && error.code === 'occupied' && terminal.canAsk) return null;
    throw error;
  });
  const name = storeName(config.store);
  const question = `Replace ${name}? The existing store is set aside. [y/N] `;
  if (!restored && !/^y(es)?$/i.test((await ask(question)).trim())) throw new CommandError('Nothing was changed.');
  const { events, damage, aside } = restored ?? (await run(true));
  terminal.out(`Restored ${count(events, 'event')} into ${name}, and verified them.\n`);
  terminal.out(damageLines(newDamage(damage, contents.damage)));
  if (damage.length > 0) terminal.out('Damaged chats can be exported and deleted.\n');
  if (aside) terminal.out(`The previous store is in ${aside}.\n`);
}

/** Damage that was not shown before. */
function newDamage(found: readonly DamageNote[], shown: readonly DamageNote[]): DamageNote[] {
  const known = new Set(shown.map(damageNoteText));
  return found.filter((note) => !known.has(damageNoteText(note)));
}

function describeBackup(file: string, contents: BackupContents): string {
  const { backedUpAt, release, chats, events, settings, bytes } = contents;
  const name = file === '-' ? 'The backup' : file;
  const made = `made ${new Date(backedUpAt).toISOString()} by ${release ? `Retinue ${release}` : 'an earlier Retinue'}`;
  const parts = [count(chats, 'chat'), count(events, 'event'), count(settings, 'setting')].join(', ');
  return `${name} (${megabytes(bytes)}), ${made}, holds ${parts}.`;
}

async function askAtTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
