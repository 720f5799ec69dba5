// npm test: the checks, then every test. npm test -- <file or folder> …: only the tests there, without the checks.
import { buildWebIfNeeded } from './build-web.mjs';
import { areChecksClean } from './checks.mjs';
import { areTestsGreen, findTests } from './tests.mjs';

const places = process.argv.slice(2);
if (places.length === 0 && !(await areChecksClean())) {
  console.error(
    'The tests have not run: first mend what is above. `npm run fix` mends format and simple lint by itself.',
  );
  process.exit(1);
}
await buildWebIfNeeded();
process.exitCode = (await areTestsGreen(findTests(places))) ? 0 : 1;
