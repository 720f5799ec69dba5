import { globSync } from 'node:fs';
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

export async function areTestsGreen(files) {
  if (files.length === 0) {
    console.error('There is no test file here. Tests are *.test.ts under packages/*/src and tests/.');
    return false;
  }
  const events = run({ files, cwd: root, concurrency: availableParallelism(), timeout: longestFileMs });
  const { isGreen, emptyFiles } = await report(events, files);
  for (const file of emptyFiles) console.error(`${relative(root, file)} holds no test.`);
  return isGreen && emptyFiles.length === 0;
}

function report(events, files) {
  return new Promise((resolve, reject) => {
    let isGreen = false;
    const emptyFiles = [];
    events.on('test:summary', ({ file, success }) => {
      if (file === undefined) isGreen = success; // those of single files come before
    });
    events.on('test:pass', ({ name }) => {
      if (files.includes(name)) emptyFiles.push(name); // Node counts a file without tests as a test that passed
    });
    const lines = events.compose(new spec()).pipe(withPlainSummary());
    lines.pipe(process.stdout, { end: false });
    lines.once('end', () => resolve({ isGreen, emptyFiles })).once('error', reject);
  });
}

/** `ℹ tests 12` becomes `# tests 12`, as Node writes it in TAP, for what reads this output. */
function withPlainSummary() {
  return new Transform({
    transform(piece, _encoding, done) {
      done(null, String(piece).replaceAll('ℹ ', '# '));
    },
  });
}
