import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../tests/postgres/server.ts';
import type { Pieces } from './files/sample-files.ts';
import { backupFile, chatFile, hostileFiles, writeFile } from './files/sample-files.ts';
import type { Watched } from './files/watched.ts';
import { runChild } from './support/child.ts';
import { printNote, printTable } from './support/table.ts';
import { temporaryDirectory } from './support/temporary.ts';

/**
 * Files from outside: how far a process grows while it imports a chat or restores a backup, and for how long it is
 * unresponsive. Each in its own process.
 */
export async function benchFiles(): Promise<void> {
  const imports: [string, Pieces][] = [
    ['a chat of 60 MB, texts of 2 KB', chatFile(60e6, 2000)],
    ['a chat of 60 MB, texts of 100 KB', chatFile(60e6, 100_000)],
    ...Object.entries(hostileFiles).map(([name, make]): [string, Pieces] => [`63 MB: ${name}`, make(63e6)]),
  ];
  const rows: string[][] = [];
  for (const [name, pieces] of imports) rows.push([name, ...(await measured('import', pieces, null))]);
  await using postgres = await startPostgres();
  for (const chats of [120, 1]) {
    const name = `a backup of 120 MB, ${chats === 1 ? 'one chat' : `${chats} chats`}`;
    rows.push([`${name}, SQLite`, ...(await measured('restore', backupFile(120e6, chats), null))]);
    const url = await postgres.createDatabase();
    rows.push([`${name}, PostgreSQL`, ...(await measured('restore', backupFile(120e6, chats), url))]);
  }
  printTable('Files', ['file', 'MB', 'growth MB', 'longest block ms', 'most CPU ms', 's', 'outcome'], rows);
  printNote(
    'Growth is of the whole process, above what it had before; while it imports, it also sends the file to itself.',
  );
}

async function measured(what: 'import' | 'restore', pieces: Pieces, url: string | null): Promise<string[]> {
  using directory = temporaryDirectory();
  const file = join(directory.path, 'file');
  await writeFile(file, pieces);
  const args = [url ?? join(directory.path, 'store'), file];
  const entry = new URL(`./files/${what}-process.ts`, import.meta.url);
  const child = { file: entry, args, nodeOptions: ['--expose-gc'] };
  const watched = await runChild<Watched & { told: string }>(child);
  const megabytes = statSync(file).size / 1e6;
  const figures = [megabytes, watched.growthMb, watched.blockMs, watched.cpuMs].map((figure) => figure.toFixed(0));
  return [...figures, (watched.ms / 1000).toFixed(1), watched.told.slice(0, 90)];
}
