import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { openServed } from '../support/apps/served-app.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import { fillFromGolden } from './open-golden.ts';

/*
 * Stores of a version that counted everything on the day on which its chat was opened. They hold a chat of three days
 * with tasks, one of which had an estimated cost on one day that was corrected on another. The files are never
 * rewritten.
 */
const { stores, newDirectory } = bothStores();

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[U75][L30] a store on ${kind} of an earlier version counts spend by its day`, async () => {
    const store = await stores[kind]();
    await fillFromGolden(store, 'several-days');
    const directory = store.kind === 'sqlite' ? store.directory : await newDirectory();
    {
      await using served = await openServed({ script: [], store, directory });
      const { days } = await served.owner.getUsage({ params: { workspaceId: localWorkspaceId } });
      const told = days.slice(0, 3).map(({ day, tokens, costMicros }) => [day, tokens, costMicros]);
      assert.deepEqual(told, [
        ['2026-03-01', 15, 0],
        ['2026-03-02', 55, 7],
        ['2026-03-04', 15, 0],
      ]);
    }
    assert.deepEqual(await verifyStore(store), []);
  });
}
