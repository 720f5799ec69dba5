#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { explainMissingNode, findNode, isNewEnough } from './find-node.mjs';
import { endLike, runToEnd } from './run-to-end.mjs';

if (isNewEnough()) {
  await import('../src/cli/retinue.ts');
} else {
  const node = findNode();
  if (node === undefined) {
    console.error(explainMissingNode());
    process.exit(1);
  }
  endLike(await runToEnd(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]));
}
