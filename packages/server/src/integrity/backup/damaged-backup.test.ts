import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { withTables } from '../../../../../tests/corruption/write-cases.ts';
import { dispatched } from '../../../../../tests/support/apps/dispatched.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import { systemClock } from '../../ports/runtime/clock.ts';
import { restoreStore } from '../restore/restore.ts';
import { verifyStore } from '../verify/verify.ts';
import { backupStore } from './backup.ts';
import { inspectBackup } from './inspect-backup.ts';

/* A damaged chat, large result or record keeps no backup from being made, and no backup from being restored. */
const { stores, newDirectory } = bothStores();
const workspaceId = localWorkspaceId;

async function openOn(store: StorePlace) {
  return openTestApp({ script: () => [say('Well.')], agents: [agent('boss')], store, directory: await newDirectory() });
}

async function writeChats(place: StorePlace, titles: readonly string[]): Promise<ThreadId[]> {
  const app = await openOn(place);
  const chats: ThreadId[] = [];
  for (const title of titles) chats.push((await app.run(title)).thread.threadId);
  await app.stop();
  return chats;
}

const numberOf = '(SELECT number FROM thread_number WHERE id = ?)';
/** Ways in which the events of one thread can't be used. */
const damages: Record<string, string> = {
  'a changed event': `UPDATE log_event SET data = replace(data, 'Well', 'Bell') WHERE thread = ${numberOf}`,
  'a changed first event': `UPDATE log_event SET at = at + 1 WHERE seq = 1 AND thread = ${numberOf}`,
  'data that is no JSON': `UPDATE log_event SET data = '{"torn', checksum = NULL WHERE seq = 3 AND thread = ${numberOf}`,
  'an unknown type': `UPDATE log_event SET type = 9999, checksum = NULL WHERE seq = 3 AND thread = ${numberOf}`,
  'an actor that is empty': `UPDATE log_event SET actor = '', checksum = NULL WHERE seq = 3 AND thread = ${numberOf}`,
  'a missing event': `DELETE FROM log_event WHERE seq = 3 AND thread = ${numberOf}`,
  'a missing first event': `DELETE FROM log_event WHERE seq = 1 AND thread = ${numberOf}`,
  'a second first event': `UPDATE log_event SET type = 0, checksum = NULL,
    data = (SELECT data FROM log_event AS first WHERE first.seq = 1 AND first.thread = log_event.thread)
    WHERE seq = 3 AND thread = ${numberOf}`,
};

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L71] ${kind}: a store with damaged chats is backed up and restored; they come back as damaged, all others whole`, async () => {
    const [from, to] = [await stores[kind](), await stores[kind]()];
    const names = Object.keys(damages);
    const [sound, ...damaged] = await writeChats(from, ['sound', ...names]);
    await withTables(from, async (run) => {
      for (const [index, name] of names.entries()) await run(damages[name] ?? '', [damaged[index] ?? '']);
    });
    const file = join(await newDirectory(), 'backup.jsonl');
    const made = await dispatched(from, ['backup', file]);
    assert.equal(made.code, 0, made.stderr);
    for (const [index, chatId] of damaged.entries())
      assert.ok(made.stdout.includes(`Chat ${chatId} "${names[index]}" is damaged`), `${names[index]}: ${made.stdout}`);
    const shown = await dispatched(to, ['restore', file]);
    assert.equal(shown.code, 0, shown.stderr);
    for (const chatId of damaged) {
      const place = shown.stdout.indexOf(`Chat ${chatId}`);
      assert.ok(place >= 0 && place < shown.stdout.indexOf('Restored '), shown.stdout);
    }
    const app = await openOn(to);
    const rows = await app.log.readModels.chats(workspaceId, { limit: 50 });
    assert.deepEqual(rows.map(({ title }) => title).sort(), ['sound', ...names].sort());
    assert.deepEqual(new Set(rows.filter((row) => row.damage).map(({ threadId }) => threadId)), new Set(damaged));
    assert.equal((await app.log.thread(workspaceId, sound ?? assert.fail()))?.status, 'idle');
    for (const [index, chatId] of damaged.entries()) {
      if (names[index] !== 'an actor that is empty')
        await assert.rejects(app.log.thread(workspaceId, chatId), { name: 'DamagedThreadError' });
      assert.deepEqual(await storedIn(to, chatId), await storedIn(from, chatId));
      assert.ok((await app.log.damage.readStored({ workspaceId, rootId: chatId, after: 0, limit: 100 })).length > 3);
      assert.equal(await app.log.damage.hide(workspaceId, chatId, systemClock.now()), true);
    }
    assert.equal((await app.log.purge(0)).length, damaged.length);
    await app.stop();
    assert.deepEqual(await verifyStore(to), []);
  });

  test(`[L71.1] ${kind}: a changed large result and a changed record are left out of a backup, which says so and restores`, async () => {
    const [from, to] = [await stores[kind](), await stores[kind]()];
    const content = 'a large result';
    const hash = createHash('sha256').update(content).digest('hex');
    const [chatId = assert.fail()] = await writeChats(from, ['one']);
    await withTables(from, async (run) => {
      await run("INSERT INTO blob (hash, content) VALUES (?, 'another result')", [hash]);
      await run('INSERT INTO blob_use (id, workspace_id, root_id, hash) VALUES (?, ?, ?, ?)', [
        ...[`${chatId} ${hash}`, workspaceId, chatId, hash],
      ]);
      for (const [id, data] of [
        ['ws_torn', '{"torn'],
        ['ws_changed', '{}'],
      ] as const)
        await run(
          "INSERT INTO record (workspace_id, kind, id, version, data, updated_at, checksum) VALUES ('ws_instance', 'workspace', ?, 1, ?, 1, ?)",
          [id, data, id === 'ws_torn' ? null : 7],
        );
    });
    const lines = (await Array.fromAsync(backupStore(from, 5))).map((line) => line.trimEnd());
    const { damage } = await inspectBackup(each(lines));
    assert.deepEqual(damage.map(({ kind: what }) => what).sort(), ['blob', 'record', 'record']);
    const { damage: told } = await restoreStore(to, each(lines), { force: false, now: 5 });
    assert.equal(told.length, 3);
    assert.deepEqual(await verifyStore(to), []);
  });
}

test('[L71.2] a backup whose notes about damage were changed is refused, and nothing changes', async () => {
  const [from, to] = [await stores.sqlite(), await stores.sqlite()];
  const [chatId = assert.fail()] = await writeChats(from, ['one']);
  await withTables(from, (run) => run(damages['a changed event'] ?? '', [chatId]));
  const lines = (await Array.fromAsync(backupStore(from, 5))).map((line) => line.trimEnd());
  for (const [pattern, change] of [
    [/^\{"stored"/, (line: string) => line.replace('"seq":', '"seq":"x",')],
    [/^\{"row"/, (line: string) => line.replace('"title":', '"title) DROP":')],
    [/^\{"damage"/, (line: string) => line.replace('checksum', 'bad luck')],
    [/^\{"damage"/, () => '{"damage":7}'],
  ] as const) {
    const changed = lines.map((line) => (pattern.test(line) ? change(line) : line));
    assert.notDeepEqual(changed, lines);
    await assert.rejects(restoreStore(to, each(changed), { force: false, now: 5 }), { code: 'bad-backup' });
  }
});

async function storedIn(place: StorePlace, chatId: ThreadId): Promise<unknown> {
  const text = `SELECT position, seq, type, at, actor, command_id, data FROM log_event WHERE root = ${numberOf} ORDER BY position`;
  return withTables(place, (run) => run(text, [chatId]));
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
