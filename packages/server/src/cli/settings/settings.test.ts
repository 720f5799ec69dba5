import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dispatched } from '../../../../../tests/support/apps/dispatched.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';

let folder = '';
let store: StorePlace;

before(async () => {
  folder = await temporaryDirectory();
  store = { kind: 'sqlite', directory: join(folder, 'store') };
});
after(() => rmSync(folder, { recursive: true, force: true }));

const on = (...words: string[]) => dispatched(store, words);

test('[K29][E30.2] limits shows and changes the limits of new chats; an invalid one is refused with the reason', async () => {
  const set = await on(
    'limits',
    '--set',
    'maxSteps=7 idleMs=5000 compactAtTokens=20000',
    '--budget',
    'tokens=1000,dollars=0.5',
  );
  assert.deepEqual([set.code, set.stderr], [0, '']);
  assert.match(set.stdout, /maxSteps +7\n/);
  assert.match(set.stdout, /compactAtTokens +20000\n/);
  assert.match(set.stdout, /budget +1000 tokens · \$0\.50/);
  const kept = JSON.parse((await on('limits', '--json')).stdout);
  assert.deepEqual([kept.maxSteps, kept.idleMs, kept.budget.costMicros], [7, 5000, 500_000]);
  assert.match(
    (await on('limits', '--set', 'maxSteps=default compactAtTokens=default', '--budget', 'none')).stdout,
    /maxSteps +100 \(default\).*compactAtTokens +100000 \(default\)/s,
  );
  assert.match((await on('limits')).stdout, /approvalLapseMs +no limit \(default\)/);
  assert.match((await on('limits', '--set', 'approvalLapseMs=60000')).stdout, /approvalLapseMs +60000\n/);
  assert.match((await on('limits')).stdout, /providerRetryMs +600000 \(default\)/);
  assert.match((await on('limits', '--set', 'providerRetryMs=0')).stdout, /providerRetryMs +0\n/);
  assert.match((await on('limits')).stdout, /maxNoticeTurns +8 \(default\)/);
  assert.match((await on('limits', '--set', 'maxNoticeTurns=0')).stdout, /maxNoticeTurns +0\n/);
  for (const bad of [
    'approvalLapseMs=1',
    'maxNoticeTurns=-1',
    'providerRetryMs=-1',
    'providerRetryMs=86400001',
    'maxSteps=0',
    'maxSteps=many',
    'speed=3',
    'compactAtTokens=10',
  ]) {
    const refused = await on('limits', '--set', bad);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /can't be set/);
  }
  assert.match((await on('limits', '--budget', 'patience=3')).stderr, /is not a budget/);
});

test('[K29] prices shows, sets and removes prices of models', async () => {
  assert.match((await on('prices')).stdout, /No prices are set/);
  const set = await on('prices', '--set', 'prv_mine/meta/llama 0.2 0.6');
  assert.match(set.stdout, /prv_mine\/meta\/llama {2}in \$0\.2, out \$0\.6/);
  const removed = await on('prices', '--remove', 'prv_mine/meta/llama', '--json');
  assert.deepEqual(JSON.parse(removed.stdout), []);
  assert.equal((await on('prices', '--remove', 'prv_mine/meta/llama')).code, 2);
  assert.match((await on('prices', '--set', 'llama 1 2')).stderr, /Give a provider, a model/);
});

test('[K29] a run within a budget fails when the budget is used up, and says so', async () => {
  const run = await on('run', 'Compare the rents of Oslo and Bergen', '--budget', 'tokens=10');
  assert.equal(run.code, 1);
  assert.match(`${run.stdout}${run.stderr}`, /budget of 10 tokens/);
  assert.equal((await on('run', 'Hello', '--budget', 'tokens=few')).code, 2);
});
