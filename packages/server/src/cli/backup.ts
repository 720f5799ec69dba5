import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { BackupContents, DamageNote } from '../main.ts';
import { backupStore, damageNoteText, inspectBackup, restoreStore, StoreError } from '../main.ts';
import { count } from '../projections/figures.ts';
import { oneLine, withoutControls } from '../projections/text.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import { withProgress } from './long-work.ts';
import { placeWords } from './look.ts';
import { openAgain, readLines } from './read-input.ts';
import { isDirectory, writeOutput } from './write-output.ts';

type Done = { code: ExitCode } | Failure;

/** The whole store as one file; into a directory, under a name with the time in it. */
export async function backup({ config, terminal }: Context, { file }: { file: string }): Promise<Done> {
  const now = Date.now();
  const path = (await isDirectory(file)) ? join(file, `retinue-${stamp(now)}.jsonl`) : file;
  const damage: DamageNote[] = [];
  const lines = backupStore(config.store, now, (note) => damage.push(note));
  const written = await writeOutput(path, withProgress(lines, terminal));
  if (typeof written !== 'number') return written;
  terminal.out(`Backed up ${placeWords(config.store)} to ${path} (${(written / 1e6).toFixed(1)} MB).\n`);
  terminal.out(damageLines(damage));
  if (damage.length > 0) terminal.out('Everything else is backed up whole. The file can be restored.\n');
  return { code: exitCodes.ok };
}

export async function restore(
  { config, terminal }: Context,
  { file, isForced }: { file: string; isForced: boolean },
  ask: (question: string) => Promise<string> = askAtTerminal,
): Promise<Done> {
  const server = await connect(config);
  if (server) {
    const words = `A server runs on this store at ${server.url}. Stop it first, so that it does not lose what it works on; then restore. Nothing was changed.`;
    return { code: exitCodes.failed, words };
  }
  const opened = await openAgain(file);
  if ('words' in opened) return opened;
  await using input = opened;
  const contents = await inspectBackup(readLines(input.open()));
  terminal.out(`${withoutControls(contentsWords(file, contents))}\n${damageLines(contents.damage)}`);
  const run = (force: boolean) => restoreStore(config.store, readLines(input.open()), { force, now: Date.now() });
  const restored = await run(isForced).catch((error: unknown) => {
    if (error instanceof StoreError && error.code === 'occupied' && terminal.canAsk) return null;
    throw error;
  });
  const question = `Replace ${placeWords(config.store)}? What is there now is put aside. [y/N] `;
  if (!restored && !isYes(await ask(question))) {
    return { code: exitCodes.failed, words: 'Nothing was changed.' };
  }
  const { events, damage, aside } = restored ?? (await run(true));
  terminal.out(`Restored ${count(events, 'event')} into ${placeWords(config.store)}, and verified them.\n`);
  terminal.out(damageLines(notShown(damage, contents.damage)));
  if (damage.length > 0) terminal.out('Damaged chats can be exported and deleted.\n');
  if (aside) terminal.out(`What was there before is in ${aside}.\n`);
  return { code: exitCodes.ok };
}

function damageLines(damage: readonly DamageNote[]): string {
  return damage.map((note) => `${oneLine(damageNoteText(note))}\n`).join('');
}

/** Damage that the backup did not know of. */
function notShown(found: readonly DamageNote[], shown: readonly DamageNote[]): DamageNote[] {
  const known = new Set(shown.map(damageNoteText));
  return found.filter((note) => !known.has(damageNoteText(note)));
}

function contentsWords(file: string, contents: BackupContents): string {
  const { backedUpAt, release, chats, events, settings, bytes } = contents;
  const name = file === '-' ? 'The backup' : file;
  const made = `made ${new Date(backedUpAt).toISOString()} by ${release ? `Retinue ${release}` : 'an earlier Retinue'}`;
  const holds = [count(chats, 'chat'), count(events, 'event'), count(settings, 'setting')].join(', ');
  return `${name} (${(bytes / 1e6).toFixed(1)} MB), ${made}, holds ${holds}.`;
}

/** Everything but a clear yes is a no. */
function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer.trim());
}

async function askAtTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

function stamp(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+|[-:]/g, '');
}
