// Runs an entry of this repository on its own version of Node, after installing missing packages:
// node scripts/run.mjs [node options] <entry> [arguments]
// It runs on whatever Node the machine has, before anything is installed: no dependency, nothing newer than Node 20.
import { delimiter, dirname, join, resolve } from 'node:path';
import { explainMissingNode, findNode } from '../packages/server/bin/find-node.mjs';
import { endLike, runToEnd } from '../packages/server/bin/run-to-end.mjs';
import { installWhatIsMissing } from './install.mjs';
import { root } from './installed.mjs';

await installWhatIsMissing();
const node = findNode();
if (node === undefined) {
  console.error(explainMissingNode());
  process.exit(1);
}
try {
  endLike(await runToEnd(node, withAbsoluteEntry(process.argv.slice(2)), { env: withInstalledTools(process.env) }));
} catch (error) {
  console.error(`Node could not be started from ${node}: ${error.message}`);
  console.error('What to do: delete the folder node_modules and run the command again.');
  process.exit(1);
}

function withAbsoluteEntry(args) {
  const entryAt = args.findIndex((argument) => !argument.startsWith('-'));
  return args.map((argument, index) => (index === entryAt ? resolve(root, argument) : argument));
}

function withInstalledTools(env) {
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'; // Windows calls it Path
  const folders = [dirname(node), join(root, 'node_modules', '.bin'), env[key]]; // not every npm links node into .bin
  return { ...env, [key]: folders.filter(Boolean).join(delimiter) };
}
