import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId, noUsage, totalTokens } from '@retinue/protocol';
import { openPaidApp, paid, paidPrice } from '../../../../../tests/support/apps/paid-app.ts';
import { agent } from '../../../../../tests/support/apps/test-app.ts';
import { byAgent } from '../../../../../tests/support/scripted/script.ts';
import { hang } from '../../../../../tests/support/scripted/script-lines.ts';
import type { ModelPrice } from '../../ports/settings/prices.ts';
import { recover } from '../recovery/recover.ts';
import { priced } from './price-step.ts';

test('[U92.2] a price of 0 is a known price, also for a crashed attempt', async () => {
  const agents = [paid(agent('boss'))];
  await using app = await openPaidApp({ script: byAgent({ boss: [hang()] }), agents });
  const threadId = await app.open('go');
  await app.retinue.prices.set({ workspaceId: localWorkspaceId }, { ...paidPrice, input: 0, output: 0 });
  app.retinue.start();
  const open = await app.until(threadId, (tree) => Boolean(tree.threads[threadId]?.openStep));
  assert.equal(open.thread.openStep?.reservedCostMicros, 0);
  const thread = await app.log.thread(localWorkspaceId, threadId);
  await recover({ log: app.log }, thread ?? assert.fail('no thread'));
  const after = await app.log.thread(localWorkspaceId, threadId);
  assert.ok(totalTokens(after?.usage ?? noUsage) > 0);
  assert.equal(after?.unpricedTokens, 0);
});

test('[U92.2] usage of a free model is recorded with a cost of 0, and of one without a price with none', () => {
  const free: ModelPrice = { source: 'free', rates: { input: 0, output: 0, cachedInput: null }, costMicros: () => 0 };
  assert.equal(priced({ ...noUsage, inputTokens: 10 }, free).costMicros, 0);
  assert.equal(priced({ ...noUsage, inputTokens: 10 }, null).costMicros, undefined);
});
