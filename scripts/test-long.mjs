// npm run test:long [-- <name> …]: the long variants of tests that `npm test` runs briefly, in sequence.
import { endLike, runToEnd } from '../packages/server/bin/run-to-end.mjs';
import { buildWebIfNeeded } from './build-web.mjs';
import { root } from './installed.mjs';

const test = (...files) => ['--test', '--test-concurrency=1', ...files];
/** Environment variables override these settings. */
const runs = {
  fuzz: {
    args: test('tests/http/limits/fuzz.test.ts'),
    env: { RETINUE_FUZZ: '200000', RETINUE_SEED: '1', RETINUE_MAX_REPLY_MS: '1000' },
  },
  bodies: {
    args: test('tests/http/limits/limit-bodies.test.ts', 'tests/http/limits/limit-replies.test.ts'),
    env: { RETINUE_MAX_BLOCK_MS: '200' },
  },
  halfOpen: { args: ['bench/run.ts', '--only', 'halfOpen'], env: { RETINUE_MAX_HEALTHZ_MS: '100' } },
  reconnects: {
    args: test('tests/browser/connection/reconnect.test.ts'),
    env: { RETINUE_RECONNECTS: '500', RETINUE_RECONNECT_WORLDS: '8' },
  },
  reloads: { args: test('tests/browser/connection/reload.test.ts'), env: { RETINUE_RELOADS: 'all' } },
  looks: { args: test('tests/browser/**/*.test.ts'), env: { RETINUE_LOOKS: 'all' } },
  heap: { args: test('tests/browser/connection/heap.test.ts'), env: { RETINUE_PASSING_CHATS: '500' } },
  content: { args: test('tests/browser/chat/any-content.test.ts'), env: { RETINUE_MAX_TASK_MS: '1000' } },
  corruption: { args: test('tests/corruption/corruption.test.ts'), env: { RETINUE_CORRUPTION: 'all' } },
  budgets: { args: test('tests/budgets/budgets.test.ts'), env: { RETINUE_BUDGETS: '1000' } },
  schedules: { args: test('tests/postgres/schedules.test.ts'), env: { FAULT_SCHEDULES: '500' } },
  logs: { args: test('packages/protocol/src/state/fold/fold.test.ts'), env: { RETINUE_LOGS: '160' } },
  faults: { args: test('tests/provider/faults.test.ts'), env: { RETINUE_FAULTS: 'all' } },
  upgrades: { args: test('tests/golden/migrations.test.ts'), env: { RETINUE_UPGRADE_KILLS: '30' } },
  umasks: {
    args: test('packages/server/src/cli/server/private-files.test.ts'),
    env: { RETINUE_UMASKS: '000,022,777' },
  },
  crash: { args: ['tests/crash/run.ts', '--kills', '1000', '--failpoints', '--seed', '1'], env: {} },
  crashPostgres: { args: ['tests/crash/run.ts', '--kills', '500', '--seed', '1', '--postgres'], env: {} },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(runs, name));
if (unknown.length > 0) {
  console.error(`There is no long test ${unknown.join(', ')}. There are: ${Object.keys(runs).join(', ')}.`);
  process.exit(2);
}
await buildWebIfNeeded();
const failed = [];
for (const [name, { args, env }] of Object.entries(runs)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const settings = Object.entries({ ...env, ...pick(process.env, Object.keys(env)) });
  console.error(`${name}: ${settings.map(([key, value]) => `${key}=${value} `).join('')}node ${args.join(' ')}`);
  const ended = await runToEnd(process.execPath, args, { cwd: root, env: { ...env, ...process.env } });
  if (ended.signal) endLike(ended);
  if (ended.code !== 0) failed.push(name);
}
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length > 0 ? 1 : 0;

function pick(values, keys) {
  return Object.fromEntries(keys.filter((key) => values[key] !== undefined).map((key) => [key, values[key]]));
}
