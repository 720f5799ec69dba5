// npm run check [-- <file> …]: every check of the code that does not run the product. With files, only those are linted.
import { areChecksClean } from './checks.mjs';
import { areTestsGreen, findTests } from './tests.mjs';

const isClean = await areChecksClean(process.argv.slice(2));
// A test of `npm test` runs this whole check in a copy of the repository.
const tests = findTests(['tests/architecture']).filter((file) => !file.endsWith('how-to-add.test.ts'));
const isArchitectureSound = await areTestsGreen(tests);
process.exitCode = isClean && isArchitectureSound ? 0 : 1;
