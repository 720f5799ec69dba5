import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { Transform } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from './installed.mjs';

const everywhere = ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'];
const longestFileMs = 10 * 60_000; // a file that hangs fails instead of holding up everything

/** All test files, or those that are, or lie under, one of the places. */
export function findTests(places = []) {
  const wanted = places.map((place) => relative(root, isAbsolute(place) ? place : join(root, place)));
  const isWanted = (file) =>
    wanted.some((place) => file === place || place === '' || file.startsWith(join(place, '/')));
  return globSync(everywhere, { cwd: root })
    .filter((file) => wanted.length === 0 || isWanted(file))
    .sort()
    .map((file) => join(root, file));
}

/**
 * Runs the files side by side. A few files that run parts of the product in real time and fail are run once more, alone: a
 * busy machine can make them late. They are named, so that they get fixed.
 */
export async function areTestsGreen(files) {
  if (files.length === 0) {
    console.error('There is no test file here. Tests are *.test.ts under packages/*/src and tests/.');
    return false;
  }
  const { isGreen, failed, empty, durations } = await runFiles(files, availableParallelism());
  for (const file of empty) console.error(`${relative(root, file)} holds no test.`);
  printSlowest(durations);
  if (isGreen || failed.length === 0 || failed.length > maxRunAgain || !failed.every(canRunAgain))
    return isGreen && empty.length === 0;
  const names = failed.map((file) => relative(root, file)).join(', ');
  console.log(`\nFailed beside other tests, run again alone: ${names}`);
  const again = await runFiles(failed, 1);
  if (again.isGreen) console.log(`Unstable, passed the second time: ${names}`);
  return again.isGreen && empty.length === 0;
}

const realTime = ['tests/web', 'tests/http', 'tests/crash', 'tests/postgres', 'tests/provider', 'packages/server/src'];
const maxRunAgain = 6;

function canRunAgain(file) {
  return realTime.some((place) => relative(root, file).startsWith(join(place, '/')));
}

function printSlowest(durations) {
  if (durations.length < 20) return;
  const slowest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, 20);
  const lines = slowest.map(({ file, ms }) => `  ${(ms / 1000).toFixed(0).padStart(4)} s  ${relative(root, file)}`);
  console.log(`\nSlowest files:\n${lines.join('\n')}`);
}

function runFiles(files, concurrency) {
  // Compiled code is kept between files and runs: each file loads hundreds of modules.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');
  keepFilesInMemory();
  const events = run({ files, cwd: root, concurrency, timeout: longestFileMs });
  return new Promise((resolve, reject) => {
    let isGreen = false;
    const failed = new Set();
    const empty = [];
    const durations = [];
    events.on('test:summary', ({ file, success, duration_ms: ms }) => {
      // The summary of all files names no file.
      if (file === undefined) isGreen = success;
      else durations.push({ file, ms });
    });
    events.on('test:pass', ({ name }) => {
      if (files.includes(name)) empty.push(name); // Node counts a file without tests as a test that passed
    });
    events.on('test:fail', ({ file }) => file && failed.add(file));
    const lines = events.compose(new spec()).pipe(withPlainSummary());
    lines.pipe(process.stdout, { end: false });
    lines.once('end', () => resolve({ isGreen, failed: [...failed], empty, durations })).once('error', reject);
  });
}

/**
 * Keeps the stores of the tests in memory where there is room: waiting for a disk is most of their time. A killed process loses
 * nothing there, as on a disk; what a power cut does is not tested here.
 */
function keepFilesInMemory() {
  const memory = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < 4 * 1024 ** 3) return;
  const folder = mkdtempSync(join(memory, 'retinue-tests-'));
  chmodSync(folder, 0o1777); // PostgreSQL runs as another user
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** `ℹ tests 12` becomes `# tests 12`, as Node writes it in TAP, for what reads this output. */
function withPlainSummary() {
  return new Transform({
    transform(piece, _encoding, done) {
      done(null, String(piece).replaceAll('ℹ ', '# '));
    },
  });
}
