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
/** Seconds after the start. By the first, the first demo delegation has ended on any machine. */
const momentsAtRest = [30, 60, 90, 120];
const maxMegabytes = 180;

/**
 * Memory of `npm start` after it has built the web app and has run the first demo delegation. Fails if it is too much.
 * Linux only.
 */
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
    const startedAt = performance.now();
    const started = memoryOf(group);
    const atRest: Memory[] = [];
    for (const seconds of momentsAtRest) {
      await wait(startedAt + seconds * 1000 - performance.now());
      atRest.push(memoryOf(group));
    }
    const all = [started, ...atRest];
    printTable(
      'npm start, with a build',
      ['MB', 'started', ...momentsAtRest.map((seconds) => `${seconds} s later`)],
      [
        ['the server, resident', ...all.map(({ largest }) => show(largest))],
        ['all processes, shared pages once', ...all.map((memory) => show(memory.all))],
      ],
    );
    printNote(`To reach: ${maxMegabytes} MB at rest.`);
    if (atRest.some(({ largest }) => largest > maxMegabytes)) process.exitCode = 1;
  } finally {
    process.kill(-group, 'SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

interface Memory {
  largest: number;
  all: number;
}

/** Memory of the processes of a group, in MB: the largest one, and the sum. */
function memoryOf(group: number): Memory {
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
