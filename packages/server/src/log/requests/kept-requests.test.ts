import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepted } from '../../../../../tests/support/apps/replies.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import { header, ids, openChat } from '../../../../../tests/support/stores/facts.ts';
import { systemClock } from '../../ports/runtime/clock.ts';
import { noFailpoints } from '../failpoints.ts';
import { GroupedLog } from '../grouped-log.ts';
import { openStore } from '../open-store.ts';
import { type LogStore, requestKeptMs } from '../store.ts';
import { sweepRequests } from './kept-requests.ts';

const { stores } = bothStores();

for (const [kind, newStore] of Object.entries(stores)) {
  test(`[L36] ${kind}: replies to requests with a key are removed after a day, some at a time`, async () => {
    const store = await openStore(await newStore(), { readOnly: false, now: systemClock.now() });
    const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: assert.ifError });
    const idempotency = { key: 'fresh', request: 'a' };
    const open = (reply: string) =>
      log.decideWithReply({ ...header('open-chat'), idempotency }, [], () => ({
        entries: [openChat(ids.thread())],
        reply,
      }));
    await open('b');
    await writeOldRequests(store, 1200);
    assert.equal(await requestsIn(store), 1201);
    const transaction = await store.begin();
    assert.equal(await sweepRequests(transaction, systemClock.now() - requestKeptMs), 500);
    await transaction.commit();
    assert.equal(await requestsIn(store), 701);
    await log.sweepRequests();
    assert.equal(await requestsIn(store), 1);
    const again = await open('another');
    assert.equal(accepted(again).reply, 'b');
    await log.close();
  });
}

async function writeOldRequests(store: LogStore, count: number): Promise<void> {
  const transaction = await store.begin();
  const at = systemClock.now() - requestKeptMs - 60_000;
  const requests = Array.from({ length: count }, (_, index) => ({
    workspaceId: header().workspaceId,
    key: `old ${index}`,
    request: 'a',
    reply: 'b',
    at,
  }));
  const nothing = { events: [], rows: new Map(), taskStatuses: new Map(), blobs: [], records: [] };
  await transaction.write({ ...nothing, requests });
  await transaction.commit();
}

async function requestsIn(store: LogStore): Promise<number> {
  const transaction = await store.begin();
  const [row] = await transaction.ask('SELECT count(*) AS requests FROM request', []);
  await transaction.rollback();
  return Number(row?.requests);
}
