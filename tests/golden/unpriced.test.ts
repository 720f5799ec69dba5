import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { openServed } from '../support/apps/served-app.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import { fillFromGolden } from './open-golden.ts';

/*
 * Stores of a version that kept no tokens without a price in its rows. They hold a chat of two days whose agent changed
 * from a model without a price to the demo model, and a chat of the demo model alone. The files are never rewritten.
 */
const { stores, newDirectory } = bothStores();
const params = { workspaceId: localWorkspaceId };

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[U92.2][L30] a store on ${kind} of an earlier version knows its tokens without a price`, async () => {
    const store = await stores[kind]();
    await fillFromGolden(store, 'unpriced');
    const directory = store.kind === 'sqlite' ? store.directory : await newDirectory();
    {
      await using served = await openServed({ script: [], store, directory });
      const { agents, days, chats } = await served.owner.getUsage({ params });
      const told = [agents, days.slice(0, 2), chats].map((rows) =>
        rows.map(({ costMicros, unpricedTokens }) => [costMicros, unpricedTokens]),
      );
      assert.deepEqual(told, [
        [[7, 90]],
        [
          [7, 10],
          [0, 80],
        ],
        [
          [7, 90],
          [0, 0],
        ],
      ]);
      const { results } = await served.owner.listChats({ params, query: {} });
      assert.deepEqual(
        results.map(({ unpricedTokens }) => unpricedTokens),
        [0, 90],
      );
    }
    assert.deepEqual(await verifyStore(store), []);
  });
}
