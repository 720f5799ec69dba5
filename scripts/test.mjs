// npm test: the checks, then every test. npm test -- <file or folder> …: only the tests there, without the checks.
import { join } from 'node:path';
import { buildWebIfNeeded } from './build-web.mjs';
import { areChecksClean } from './checks.mjs';
import { findChromium } from './chromium.mjs';
import { areTestsGreen, findTests } from './tests.mjs';

const places = process.argv.slice(2);
if (places.length === 0 && !(await areChecksClean())) {
  console.error(
    'The tests have not run. Fix the problems above first. `npm run fix` fixes formatting and simple lint problems.',
  );
  process.exit(1);
}
await buildWebIfNeeded();
const files = findTests(places);
// Once, and before the files that need it run in parallel: they must not install it at the same time.
if (files.some((file) => file.includes(join('tests', 'browser')))) findChromium();
process.exitCode = (await areTestsGreen(files)) ? 0 : 1;
