import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { localWorkspaceId, type ThreadId } from '@retinue/protocol';
import pg from 'pg';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import { header, ids, message, openChat } from '../../../../../tests/support/stores/facts.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import { systemClock } from '../../ports/runtime/clock.ts';
import { noFailpoints } from '../failpoints.ts';
import { GroupedLog } from '../grouped-log.ts';
import { openStore } from '../open-store.ts';
import { numberedTypes } from './packing.ts';

const { stores } = bothStores();

for (const [kind, newStore] of Object.entries(stores)) {
  test(`[L32] ${kind}: no table, view or index names an event type`, async () => {
    const place = await newStore();
    await (await openLog(place)).close();
    const isFile = place.kind === 'sqlite';
    const text = isFile
      ? 'SELECT sql FROM sqlite_schema'
      : "SELECT pg_get_viewdef(oid) AS sql FROM pg_class WHERE relname = 'event'";
    const schema = (await query(place, text)).map(({ sql }) => String(sql)).join('\n');
    assert.match(schema, /log_event/);
    assert.deepEqual(
      numberedTypes.filter((type) => schema.includes(`'${type}'`)),
      [],
    );
  });

  test(`[L32] ${kind}: an event of a later release makes its own chat unreadable, and no other`, async () => {
    const place = await newStore();
    const [later, sound] = await twoChats(place);
    await query(place, `UPDATE log_event SET type = ${numberedTypes.length + 3}, checksum = NULL WHERE position = 2`);
    const log = await openLog(place);
    await assert.rejects(log.thread(localWorkspaceId, later), { name: 'DamagedThreadError', reason: 'unknown-type' });
    assert.equal((await log.thread(localWorkspaceId, sound))?.seq, 4);
    assert.equal((await log.readModels.chats(localWorkspaceId, { limit: 10 })).length, 2);
    await log.close();
    const [finding] = await verifyStore(place);
    assert.match(finding?.message ?? '', /type \d+.*this version does not know its type/);
  });

  const changes = {
    data: `data = replace(data, 'more', 'less')`,
    at: 'at = at + 1',
    actor: "actor = 'person:other'",
    type: `type = ${numberedTypes.indexOf('chat.hidden')}`,
    seq: 'seq = 5',
    'command id': "command_id = 'cmd_other'",
    checksum: 'checksum = checksum + 1',
  };
  for (const [column, change] of Object.entries(changes)) {
    test(`[L33] ${kind}: a changed ${column} of an event is noticed by a read and by verify`, async () => {
      const place = await newStore();
      const [changed, sound] = await twoChats(place);
      await query(place, `UPDATE log_event SET ${change} WHERE seq = 4 AND position < 5`);
      const log = await openLog(place);
      await assert.rejects(log.thread(localWorkspaceId, changed), { name: 'DamagedThreadError', reason: 'checksum' });
      assert.equal((await log.thread(localWorkspaceId, sound))?.seq, 4);
      await log.close();
      const [finding] = await verifyStore(place);
      assert.match(finding?.message ?? '', /seq [45] of \S+\) can't be read: it is not what was written/);
    });
  }

  test(`[L33] ${kind}: an event that was moved to another thread is noticed by a read and by verify`, async () => {
    const place = await newStore();
    const [moved, changed] = await twoChats(place);
    const numberOf = (threadId: ThreadId) => `(SELECT number FROM thread_number WHERE id = '${threadId}')`;
    // It follows the last event of the other thread, so that nothing but its checksum is wrong there.
    await query(place, `DELETE FROM log_event WHERE thread = ${numberOf(changed)} AND seq = 4`);
    const toThread = `thread = ${numberOf(changed)}, root = ${numberOf(changed)}`;
    await query(place, `UPDATE log_event SET ${toThread} WHERE thread = ${numberOf(moved)} AND seq = 4`);
    const log = await openLog(place);
    await assert.rejects(log.thread(localWorkspaceId, changed), { name: 'DamagedThreadError', reason: 'checksum' });
    await log.close();
    const messages = (await verifyStore(place)).map(({ message }) => message).join('\n');
    assert.match(messages, /seq 4 of \S+\) can't be read: it is not what was written/);
  });

  test(`[L33.2] ${kind}: a changed record counts as absent, and verify reports it`, async () => {
    const place = await newStore();
    const log = await openLog(place);
    const workspaceId = localWorkspaceId;
    for (const id of ['one', 'two']) {
      await log.records.change({ workspaceId }, { kind: 'set-up', id }, () => ({ told: `session ${id}` }));
    }
    await log.close();
    await query(place, "UPDATE record SET data = replace(data, 'session one', 'session uno') WHERE id = 'one'");
    const again = await openLog(place);
    assert.equal(await again.records.get(workspaceId, 'set-up', 'one'), null);
    assert.deepEqual(
      (await again.records.list(workspaceId, 'set-up')).map(({ id }) => id),
      ['two'],
    );
    const [finding, ...others] = await verifyStore(place);
    assert.match(finding?.message ?? '', /The set-up one is not what was written/);
    assert.deepEqual(others, []);
    await again.records.change({ workspaceId }, { kind: 'set-up', id: 'one' }, () => ({ told: 'written again' }));
    assert.deepEqual((await again.records.get(workspaceId, 'set-up', 'one'))?.data, { told: 'written again' });
    await again.close();
    assert.deepEqual(await verifyStore(place), []);
  });

  test(`[L33.2] ${kind}: a changed large result counts as absent`, async () => {
    const place = await newStore();
    const log = await openLog(place);
    const content = 'a large result';
    const hash = createHash('sha256').update(content).digest('hex');
    await log.append({ ...header('open-chat'), blobs: [{ hash, content }] }, [openChat(ids.thread())]);
    assert.equal(await log.feed.getBlob(hash), content);
    await query(place, "UPDATE blob SET content = 'another result'");
    assert.equal(await log.feed.getBlob(hash), null);
    await log.close();
  });

  test(`[L33.1] ${kind}: an event without a checksum, of an earlier release, is read unchecked`, async () => {
    const place = await newStore();
    const [first] = await twoChats(place);
    await query(place, 'UPDATE log_event SET checksum = NULL');
    const log = await openLog(place);
    assert.equal((await log.thread(localWorkspaceId, first))?.seq, 4);
    await log.close();
    assert.deepEqual(await verifyStore(place), []);
  });
}

async function twoChats(place: StorePlace): Promise<[ThreadId, ThreadId]> {
  const log = await openLog(place);
  const chats: [ThreadId, ThreadId] = [ids.thread(), ids.thread()];
  for (const threadId of chats) {
    await log.append(header('open-chat'), [openChat(threadId)]);
    await log.append(header(), [{ threadId, guard: 'exists', facts: [message('more')] }]);
  }
  await log.close();
  return chats;
}

async function openLog(place: StorePlace): Promise<GroupedLog> {
  const store = await openStore(place, { readOnly: false, now: systemClock.now() });
  return new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: assert.ifError });
}

/** Plain SQL beside the product. */
async function query(place: StorePlace, text: string): Promise<Record<string, unknown>[]> {
  if (place.kind === 'sqlite') {
    using database = new DatabaseSync(join(place.directory, 'retinue.db'));
    return database.prepare(text).all();
  }
  const client = new pg.Client(place.url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
