import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { backupStore } from '../../packages/server/src/integrity/backup/backup.ts';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { openServed } from '../support/apps/served-app.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import { fillFromGolden } from './open-golden.ts';

/*
 * Stores of an earlier version in which a provider had reported 1e300 tokens: once in one chat, twice in another, and
 * for a model with a price in a third. That version could neither list them nor start on them again. The files are
 * never rewritten.
 */
const { stores, newDirectory } = bothStores();
const params = { workspaceId: localWorkspaceId };

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L45] a store on ${kind} with absurd counts of an earlier version starts, lists, counts, verifies and is backed up`, async () => {
    const store = await stores[kind]();
    await fillFromGolden(store, 'absurd-counts');
    const directory = store.kind === 'sqlite' ? store.directory : await newDirectory();
    {
      await using served = await openServed({ script: [], store, directory });
      const { results } = await served.owner.listChats({ params });
      assert.deepEqual(results.map(({ title }) => title).sort(), ['Once', 'Paid', 'Twice']);
      for (const { chatId, usage, damage } of results) {
        assert.equal(damage, undefined);
        assert.equal(usage.inputTokens, Number.MAX_SAFE_INTEGER);
        await served.owner.getTree({ params: { ...params, chatId } });
      }
      const { days } = await served.owner.getUsage({ params });
      assert.ok(days.every(({ tokens }) => Number.isSafeInteger(tokens)));
      const [first] = results;
      await served.owner.deleteChat({ params: { ...params, chatId: first?.chatId ?? assert.fail('no chat') } });
      assert.deepEqual((await served.owner.verify({})).findings, []);
    }
    assert.deepEqual(await verifyStore(store), []);
    const lines = await Array.fromAsync(backupStore(store, 0));
    assert.match(lines.at(-1) ?? '', /"events":/);
  });
}
