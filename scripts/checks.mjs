import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from './installed.mjs';

const isInTerminal = process.stdout.isTTY;

const lint = 'format and lint';
const checks = {
  [lint]: ['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${isInTerminal ? 'force' : 'off'}`],
  types: typesOf('tsconfig.json'),
  'protocol in a browser': typesOf('packages/protocol/tsconfig.json'),
  'types of the web app': typesOf('packages/web/tsconfig.json'),
  'unused code': ['knip/bin/knip.js'],
};

/** One checker, since the tools already run in parallel: several would check much of the same code twice. */
function typesOf(project) {
  return ['typescript/bin/tsc', '-p', project, '--checkers', '1'];
}

/**
 * Runs every tool that reads the code, in parallel; prints one line for each that passes, and the whole output of one
 * that fails. Formats and lints only the given files, if there are any.
 */
export async function areChecksClean(linted = []) {
  console.log(`Checking: ${Object.keys(checks).join(', ')} …`);
  const commands = { ...checks, [lint]: [...checks[lint], ...linted] };
  const results = await Promise.all(Object.entries(commands).map(([name, command]) => check(name, command)));
  return results.every(Boolean);
}

async function check(name, [tool, ...args]) {
  const startedAt = performance.now();
  const { code, output } = await run(join(root, 'node_modules', tool), args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(code === 0 ? `✔ ${name} (${seconds} s)` : `\n✖ ${name} (${seconds} s)\n${output}`);
  return code === 0;
}

async function run(entry, args) {
  const colour = isInTerminal ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  const child = spawn(process.execPath, [entry, ...args], { cwd: root, env: { ...process.env, ...colour } });
  const ended = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: out + err };
}
