import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchRetinue } from '../../../../../tests/support/apps/cli.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';

const entry = fileURLToPath(new URL('../../../../../scripts/start.mjs', import.meta.url));
const recorder = new URL('../../../../../tests/support/apps/record-modules.mjs', import.meta.url);

test('[K8.4] npm start builds the web app in another process than the one that serves', async () => {
  const folder = await temporaryDirectory();
  const records = join(folder, 'modules');
  mkdirSync(records);
  const environment = {
    RETINUE_PORT: '0',
    RETINUE_LOG_LEVEL: 'silent',
    RETINUE_DATA: join(folder, 'data'),
    NODE_OPTIONS: `--import ${recorder}`,
    RECORD_MODULES_IN: records,
  };
  const server = launchRetinue([], { environment, through: () => [process.execPath, entry], input: '' });
  await server.shows(/#set-up=/);
  server.signal('SIGINT');
  assert.equal((await server.ended).code, 0);
  const processes = readdirSync(records).map((pid) => readFileSync(join(records, pid), 'utf8'));
  const serving = processes.filter((modules) => modules.includes('/cli/retinue.ts\n'));
  const building = processes.filter((modules) => modules.includes('/scripts/build-web.mjs\n'));
  assert.deepEqual([serving.length, building.length], [1, 1]);
  assert.ok(serving[0]?.includes('/http/app.ts\n'), 'the server was recorded');
  assert.doesNotMatch(serving[0] ?? '', /\/scripts\/build-web\.mjs\n|\/node_modules\/(vite|rolldown|esbuild)\//);
  rmSync(folder, { recursive: true, force: true });
});
