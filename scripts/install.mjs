import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runToEnd } from '../packages/server/bin/run-to-end.mjs';
import { clearStamp, isInstalled, root, writeStamp } from './installed.mjs';
import { withLock } from './lock.mjs';

/** Brings node_modules in line with the lockfile, or ends this process with instructions. */
export async function installWhatIsMissing() {
  if (isInstalled()) return;
  await withLock(join(root, '.install.lock'), async () => {
    if (isInstalled()) return; // another process has installed them while this one waited
    await install();
  });
}

async function install() {
  console.error('Retinue: installing its packages, once. This takes about half a minute.');
  clearStamp();
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const progress = setInterval(() => console.error(`Retinue: still installing, ${seconds()} s`), 5000);
  const end = await runNpm([
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error', // npm would warn that packages want a newer Node, which it is about to install
  ]).finally(() => clearInterval(progress));
  if (end.code !== 0) fail(end);
  writeStamp();
  console.error(`Retinue: installed in ${seconds()} s.`);
}

function runNpm(args) {
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  const npm = process.env.npm_execpath;
  const isNpm = npm !== undefined && basename(npm).startsWith('npm') && existsSync(npm); // not yarn's or pnpm's
  if (isNpm) return runToEnd(process.execPath, [npm, ...args], options);
  return runToEnd('npm', args, { ...options, shell: process.platform === 'win32' });
}

function fail({ code, signal }) {
  console.error(`
The packages could not be installed: npm ended with ${signal ?? `exit code ${code}`}; its own words are above.
What to do: see that this machine reaches its npm registry and that the disk has 1 GB free, then run the same
command again; it starts afresh. To see more, run \`npm ci\` in the folder of Retinue.`);
  process.exit(1);
}
