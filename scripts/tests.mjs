import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { Transform } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { root } from './installed.mjs';

const everywhere = ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'];
const longestFileMs = 10 * 60_000; // a file that hangs fails instead of blocking everything

/** All test files, or those at or below one of the places. */
export function findTests(places = []) {
  const wanted = places.map((place) => relative(root, isAbsolute(place) ? place : join(root, place)));
  const isWanted = (file) =>
    wanted.some((place) => file === place || place === '' || file.startsWith(join(place, '/')));
  return globSync(everywhere, { cwd: root })
    .filter((file) => wanted.length === 0 || isWanted(file))
    .sort((left, right) => rankOf(left) - rankOf(right) || (left < right ? -1 : 1))
    .map((file) => join(root, file));
}

/** Slow files go first, so that short ones fill the end, when no slow one is left to run beside another. */
const longFirst = [
  'tests/postgres/planted.test.ts', // it waits while the next ones compute
  'tests/browser/chat/hostile-text.test.ts',
  'tests/crash/crash.test.ts',
  'tests/crash/planted',
  'tests/postgres/schedules.test.ts',
  'tests/architecture/documents/how-to-add.test.ts',
  'tests/browser/connection',
  'tests/postgres',
  'tests/provider',
  'tests/crash',
  'tests/planted',
  'packages/protocol/src/state/fold/fold.test.ts',
  'tests/browser',
  'packages/server/src/cli',
  'tests',
];

function rankOf(file) {
  const rank = longFirst.findIndex((place) => isIn(file, place));
  return rank < 0 ? longFirst.length : rank;
}

function isIn(file, place) {
  return file === join(place) || file.startsWith(join(place, '/'));
}

/**
 * Runs the files in parallel. A few files that run parts of the product in real time and fail are run once more, alone:
 * a busy machine can make them late. Their names are printed, so that they get fixed.
 */
export async function areTestsGreen(files) {
  if (files.length === 0) {
    console.error('There is no test file here. Tests are *.test.ts under packages/*/src and tests/.');
    return false;
  }
  // One for the whole run, so that a file that is run again meets the same random case.
  process.env.RETINUE_RUN_SEED ??= String(Date.now() % 1_000_000);
  const entries = groupSmall(files);
  const { isGreen, failed, empty, durations } = await runFiles(entries, availableParallelism() + 4); // more than cores: many wait for a process or a time limit
  for (const file of empty) console.error(`${relative(root, file)} holds no test.`);
  printSlowest(durations);
  // A group that ended as a whole names itself.
  const again = failed.map((file) => entries.find(({ path }) => path === file) ?? asEntry(file));
  if (isGreen || again.length === 0 || again.length > maxRunAgain || !again.every(canRunAgain))
    return isGreen && empty.length === 0;
  const names = again.map(({ name }) => name).join(', ');
  console.log(`\nFailed beside other tests, run again alone: ${names}`);
  const second = await runFiles(again, 1);
  if (second.isGreen) console.log(`Unstable, passed the second time: ${names}`);
  return second.isGreen && empty.length === 0;
}

const realTime = [
  'tests/browser',
  'tests/http',
  'tests/crash',
  'tests/postgres',
  'tests/provider',
  'packages/server/src',
];
const maxRunAgain = 6;

function canRunAgain({ files }) {
  return files.every((file) => realTime.some((place) => isIn(relative(root, file), place)));
}

function printSlowest(durations) {
  if (durations.length < 20) return;
  const slowest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, 20);
  const lines = slowest.map(({ name, ms }) => `  ${(ms / 1000).toFixed(0).padStart(4)} s  ${name}`);
  console.log(`\nSlowest files:\n${lines.join('\n')}`);
}

/** Files in these folders share a process, which loads the product once, and those of the browser one Chromium. */
const sharingProcess = [
  'tests/browser/chat',
  'tests/browser/connection',
  'tests/browser/input',
  'tests/browser/questions',
  'tests/browser/settings',
  'tests/browser/tasks',
  ...['architecture', 'demo', 'fakes', 'golden', 'http'].map((folder) => `tests/${folder}`),
  'packages/protocol/src',
  'packages/demo/src',
  'packages/web/src/store/chats',
  'packages/web/src/store/usage',
  ...['cli', 'commands', 'engine', 'http', 'integrity', 'log', 'models'].map(
    (folder) => `packages/server/src/${folder}`,
  ),
  'packages/server/src',
];
/** These take long, count the memory of their process, or take their tests from a suite that several files share. */
const alone = [
  'tests/browser/chat/any-content.test.ts',
  'tests/browser/chat/hostile-text.test.ts',
  'tests/browser/connection/heap.test.ts',
  'tests/browser/connection/reconnect.test.ts',
  'tests/browser/connection/reload.test.ts',
  'tests/browser/input/no-lost-input.test.ts',
  'tests/architecture/documents/how-to-add.test.ts',
  'tests/golden/migrations.test.ts',
  'tests/http/limits',
  ...['duplicates', 'long-reads', 'plans', 'stream'].map((name) => `tests/http/${name}.test.ts`),
  'packages/protocol/src/state/fold/fold.test.ts',
  ...['bad-input', 'connection/find-server', 'output/output', 'run/run', 'run/through-server', 'store/carry'].map(
    (name) => `packages/server/src/cli/${name}.test.ts`,
  ),
  'packages/server/src/cli/server',
  'packages/server/src/engine/calls/malformed-calls.test.ts',
  'packages/server/src/engine/prompt/injections.test.ts',
  'packages/server/src/engine/step/random-threads.test.ts',
  'packages/server/src/http/ai-sdk',
  'packages/server/src/integrity/import/import-chat.test.ts',
  'packages/server/src/log/cache/state-cache.test.ts',
  'packages/server/src/log/postgres/postgres-log.test.ts',
  'packages/server/src/log/restore-memory.test.ts',
  'packages/server/src/models/remote/broken-streams.test.ts',
  'packages/server/src/search/search-postgres.test.ts',
  'tests/fakes/strict/violations',
];

for (const place of [...longFirst, ...realTime, ...sharingProcess, ...alone]) {
  if (!existsSync(join(root, place))) throw new Error(`scripts/tests.mjs names ${place}, which is not there.`);
}

/** An entry is a file that Node runs in a process of its own, and the test files that it holds. */
function groupSmall(files) {
  const groups = Map.groupBy(files, (file) => {
    const holds = (place) => isIn(relative(root, file), place);
    return (!alone.some(holds) && sharingProcess.find(holds)) || file;
  });
  return [...groups].flatMap(([name, held]) => (held.length === 1 ? held.map(asEntry) : [together(name, held)]));
}

function asEntry(file) {
  return { path: file, name: relative(root, file), files: [file] };
}

function together(name, files) {
  const path = join(ownFolder(), `${name.replaceAll('/', '-')}.test.mjs`);
  writeFileSync(path, files.map((file) => `import '${pathToFileURL(file).href}';\n`).join(''));
  return { path, name: `${name} (${files.length} files)`, files };
}

function runFiles(entries, concurrency) {
  // Compiled code is kept between files and runs: each file loads hundreds of modules.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');
  process.env.TMPDIR = ownFolder();
  const named = new Map(entries.map((entry) => [entry.path, entry]));
  const events = run({ files: [...named.keys()], cwd: root, concurrency, timeout: longestFileMs });
  return new Promise((resolve, reject) => {
    let isGreen = false;
    const failed = new Set();
    const empty = new Set(entries.flatMap(({ files }) => files));
    const durations = [];
    events.on('test:summary', ({ file, success, counts, duration_ms: ms }) => {
      // The summary of all files names no file.
      if (file === undefined) {
        isGreen = success;
        return;
      }
      const { name, files } = named.get(file);
      durations.push({ name, ms });
      // Tests of a shared suite name the file of the suite.
      if (files.length === 1 && counts.tests > 0) empty.delete(files[0]);
    });
    events.on('test:pass', ({ name, file }) => {
      if (!named.has(name)) empty.delete(file); // Node counts a file without tests as a passed test
    });
    events.on('test:fail', ({ file }) => {
      if (file) failed.add(file);
      empty.delete(file);
    });
    const lines = events.compose(new spec()).pipe(withPlainSummary());
    lines.pipe(process.stdout, { end: false });
    lines
      .once('end', () => resolve({ isGreen, failed: [...failed], empty: [...empty], durations }))
      .once('error', reject);
  });
}

let folder;

/**
 * Makes the folder of all files that tests write, in memory if there is room: waiting for a disk is most of their time.
 * A killed process loses nothing there, as on a disk; power cuts are not tested here.
 */
function ownFolder() {
  if (folder !== undefined) return folder;
  folder = mkdtempSync(join(process.env.TMPDIR ?? (hasMemoryFolder() ? memory : tmpdir()), 'retinue-tests-'));
  chmodSync(folder, 0o1777); // PostgreSQL runs as another user
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const memory = '/dev/shm';

function hasMemoryFolder() {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= 4 * 1024 ** 3;
}

/** `ℹ tests 12` becomes `# tests 12`, as Node writes it in TAP, for programs that read this output. */
function withPlainSummary() {
  return new Transform({
    transform(piece, _encoding, done) {
      done(null, String(piece).replaceAll('ℹ ', '# '));
    },
  });
}
