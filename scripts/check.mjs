// npm run check: all that can be said of the code without running the product.
import { areChecksClean } from './checks.mjs';
import { areTestsGreen, findTests } from './tests.mjs';

const isClean = await areChecksClean();
const isHouseInOrder = await areTestsGreen(findTests(['tests/house']));
process.exitCode = isClean && isHouseInOrder ? 0 : 1;
