import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { show } from './support/figures.ts';
import { printNote, printTable } from './support/table.ts';
import { temporaryDirectory } from './support/temporary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const restMs = 60_000;

/** Memory of `npm start` after it has built the web app and has run the first demo delegation. Linux only. */
export async function benchStart(): Promise<void> {
  using directory = temporaryDirectory();
  rmSync(join(root, 'packages/web/dist/.built-from'), { force: true }); // so that it builds
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, RETINUE_PORT: '0', RETINUE_DATA: directory.path, RETINUE_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const group = child.pid ?? 0;
  try {
    for await (const line of createInterface({ input: child.stdout })) if (line.includes('#set-up=')) break;
    const started = memoryOf(group);
    await wait(restMs);
    const rest = memoryOf(group);
    printTable(
      'npm start, with a build',
      ['MB', 'started', `${restMs / 1000} s later`],
      [
        ['the server, resident', show(started.largest), show(rest.largest)],
        ['all processes, shared pages once', show(started.all), show(rest.all)],
      ],
    );
    printNote('To reach: 180 MB at rest.');
  } finally {
    process.kill(-group, 'SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** Memory of the processes of a group, in MB: the largest one, and the sum. */
function memoryOf(group: number): { largest: number; all: number } {
  const members = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && groupOf(name) === group);
  const kilobytes = (field: string) =>
    members.map((pid) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(read(pid, 'smaps_rollup'))?.[1] ?? 0));
  const all = kilobytes('Pss').reduce((sum, one) => sum + one, 0);
  return { largest: (Math.max(...kilobytes('Rss')) * 1024) / 1e6, all: (all * 1024) / 1e6 };
}

function groupOf(pid: string): number {
  return Number(
    read(pid, 'stat')
      .replace(/^.*\) /, '')
      .split(' ')[2],
  );
}

/** Empty for a process that has ended. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
