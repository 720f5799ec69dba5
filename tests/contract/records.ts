import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal, localWorkspaceId, type Refusal, refuse, workspaceIdSchema } from '@retinue/protocol';
import { noFailpoints } from '../../packages/server/src/log/failpoints.ts';
import type { Changed, Records, StoredRecord } from '../../packages/server/src/ports/log/records.ts';
import { accepted, codeOf } from '../support/apps/replies.ts';
import { openOne, say } from './moves.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const here = { workspaceId: localWorkspaceId };
const place = { kind: 'agent', id: 'agt_one' } as const;

export function describeRecords(createStore: () => Promise<StoreUnderTest>): void {
  test('[R1] a record is put, changed and removed, counts its versions, and is there when the store is opened again', async () => {
    await using store = await createStore();
    const { records, close } = await opened(store);
    const odd = { name: 'half \ud83d and \0', list: [1, null, { deep: true }] };
    const first = changed(await records.change(here, place, () => odd));
    const second = changed(await records.change(here, place, (current) => ({ before: current?.version ?? 0 })));
    assert.deepEqual([first?.version, first?.data, second?.version, second?.data], [1, odd, 2, { before: 1 }]);
    await records.change(here, { ...place, id: 'agt_gone' }, () => 'soon gone');
    assert.equal(changed(await records.change(here, { ...place, id: 'agt_gone' }, () => null)), null);
    assert.equal(changed(await records.change(here, { ...place, id: 'agt_never' }, () => null)), null);
    await close();
    const again = await opened(store);
    assert.deepEqual(await again.records.list(localWorkspaceId, 'agent'), [second]);
    assert.deepEqual(await again.records.get(localWorkspaceId, 'agent', 'agt_one'), second);
    assert.equal(await again.records.get(localWorkspaceId, 'agent', 'agt_gone'), null);
  });

  test('[R1] concurrent changes see each other, among appends', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chat = await openOne(log);
    const seen: number[] = [];
    const put = (count: number) =>
      log.records.change(here, { kind: 'agent', id: `agt_${count}` }, (_current, others) => {
        seen.push(others.length);
        return others.length < 3 ? { count } : refuse('too-many-webhooks', { max: 3 });
      });
    const results = await Promise.all([1, 2, 3, 4, 5].flatMap((count) => [say(log, chat.threadId, 'hi'), put(count)]));
    const codes = results.flatMap((result) => (result ? [codeOf(result) ?? 'done'] : []));
    assert.deepEqual(codes, ['done', 'done', 'done', 'too-many-webhooks', 'too-many-webhooks']);
    assert.deepEqual(seen, [0, 1, 2, 3, 3]);
    const counts = await Promise.all(
      Array.from({ length: 20 }, () => log.records.change(here, place, (current) => (current?.version ?? 0) + 1)),
    );
    assert.deepEqual(
      counts.map((result) => changed(result)?.data),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  test('[R1] a refused or failing change has no effect, and does not affect others', async () => {
    await using store = await createStore();
    const { records } = await opened(store);
    const idempotency = { key: 'refused', request: 'put' };
    const [refused, failed, fine] = await Promise.allSettled([
      records.changeWithReply({ ...here, idempotency }, place, () => refuse('too-many-webhooks', { max: 3 })),
      records.change(here, place, () => assert.fail('a bug')),
      records.changeWithReply({ ...here, idempotency }, { ...place, id: 'agt_two' }, () => ({
        kept: { code: 'no-such-agent' },
        reply: null,
      })),
    ]);
    assert.deepEqual([refused.status, failed.status, fine.status], ['fulfilled', 'rejected', 'fulfilled']);
    const there = await records.list(localWorkspaceId, 'agent');
    assert.deepEqual(
      there.map(({ id, data }) => [id, data]),
      [['agt_two', { code: 'no-such-agent' }]],
    );
  });

  test('[R1][A6] the same key twice is one change and one reply, also after the store was opened again', async () => {
    await using store = await createStore();
    const { records, close } = await opened(store);
    const idempotency = { key: 'k1', request: 'count' };
    const count = (target: Records, request = idempotency) =>
      target.changeWithReply({ ...here, idempotency: request }, place, (current) => {
        const counted = (current?.version ?? 0) + 1;
        return { kept: counted, reply: { counted } };
      });
    const results = await Promise.all(Array.from({ length: 10 }, () => count(records)));
    assert.deepEqual(
      results.map((result) => (isRefusal(result) ? result.code : [result.isRepeated, result.reply])),
      Array.from({ length: 10 }, (_, index) => [index > 0, { counted: 1 }]),
    );
    assert.equal(codeOf(await count(records, { ...idempotency, request: 'another' })), 'key-reused');
    await close();
    const again = await opened(store);
    const repeated = await count(again.records);
    assert.equal(changed(repeated)?.version, 1);
  });

  test('[R1][P1] a record of another workspace or another kind does not exist', async () => {
    await using store = await createStore();
    const { records } = await opened(store);
    const elsewhere = workspaceIdSchema.parse('ws_elsewhere');
    await records.change(here, place, () => 'mine');
    assert.equal(await records.get(elsewhere, 'agent', place.id), null);
    assert.equal(await records.get(localWorkspaceId, 'provider', place.id), null);
    assert.deepEqual(await records.list(elsewhere, 'agent'), []);
    const seen: unknown[] = [];
    await records.change({ workspaceId: elsewhere }, place, (current, others) => {
      seen.push(current, ...others);
      return 'theirs';
    });
    assert.deepEqual(seen, [null]);
    assert.equal((await records.get(localWorkspaceId, 'agent', place.id))?.data, 'mine');
  });

  test('[R1] a change is no event and wakes no thread', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    using _subscription = log.subscribe(() => assert.fail('nobody is to be told'));
    await log.records.change(here, { kind: 'set-up', id: 'one' }, () => true);
    assert.deepEqual(await log.read({ workspaceId: localWorkspaceId, after: 0, limit: 10 }), []);
    assert.deepEqual(await store.findings(), []);
  });
}

async function opened(store: StoreUnderTest): Promise<{ records: Records; close(): Promise<void> }> {
  const log = await store.open(noFailpoints);
  return { records: log.records, close: () => log.close() };
}

function changed(result: Changed<unknown> | Refusal): StoredRecord | null {
  return accepted(result).record;
}
