import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import { writeRichStore } from '../../../../../tests/support/stores/rich-store.ts';
import { noFailpoints } from '../../log/failpoints.ts';
import { GroupedLog } from '../../log/grouped-log.ts';
import { openStore } from '../../log/open-store.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import { recordKinds } from '../../ports/log/record-shapes.ts';
import { systemClock } from '../../ports/runtime/clock.ts';
import { backupStore } from '../backup/backup.ts';
import { verifyStore } from '../verify/verify.ts';
import { restoreStore } from './restore.ts';

/*
 * The content of a backup, and the state of a restore at any moment.
 */
const { stores, newDirectory } = bothStores();
const kinds = ['sqlite', 'postgres'] as const;
const workspaceId = localWorkspaceId;

async function withLog<Result>(place: StorePlace, use: (log: GroupedLog) => Promise<Result>): Promise<Result> {
  const store = await openStore(place, { readOnly: false, now: 0 });
  const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: assert.ifError });
  try {
    return await use(log);
  } finally {
    await log.close();
  }
}

async function backupOf(place: StorePlace): Promise<string[]> {
  return (await Array.fromAsync(backupStore(place, 5))).map((line) => line.trimEnd());
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

async function titles(place: StorePlace): Promise<string[]> {
  const rows = await withLog(place, (log) => log.readModels.chats(workspaceId, { limit: 50 }));
  return rows.map(({ title }) => title).sort();
}

async function talkTo(place: StorePlace, ...texts: string[]): Promise<void> {
  const app = await openTestApp({
    script: () => [say('Well.')],
    agents: [agent('boss')],
    store: place,
    directory: await newDirectory(),
  });
  for (const text of texts) await app.run(text);
  await app.stop();
}

/** Backups of a log that has given nearly all positions. */
const tooHigh: Record<string, (lines: string[], position: number) => string[]> = {
  'too high a head': ([head = '', ...rest], position) => [
    JSON.stringify({ ...JSON.parse(head), head: position }),
    ...rest,
  ],
  'an event at too high a position': (lines, position) => {
    const { event } = JSON.parse(lines.at(-1) ?? '');
    return [...lines.slice(0, -1), JSON.stringify({ event: { ...event, position } })];
  },
};

for (const kind of kinds) {
  describe(`from ${kind} and back`, () => {
    test('[L56] a backup holds every kind of record but sign-ins, and one of an earlier release restores without them', async () => {
      const [from, to] = [await stores[kind](), await stores[kind]()];
      await withLog(from, async ({ records }) => {
        for (const recordKind of recordKinds)
          await records.change({ workspaceId }, { kind: recordKind, id: 'one' }, () => ({ token: 'hash' }));
      });
      const lines = await backupOf(from);
      const kept = lines.flatMap((line) => /"kind":"([a-z-]+)"/.exec(line)?.[1] ?? []);
      assert.deepEqual(kept.sort(), recordKinds.filter((one) => one !== 'session' && one !== 'set-up').sort());
      const [head = '', ...rest] = lines;
      const record = JSON.parse(rest[0] ?? '').record;
      const withSignIn = [head, ...rest.slice(0, -1), JSON.stringify({ record: { ...record, kind: 'session' } })];
      await restoreStore(to, each(await ended(withSignIn)), { force: false, now: 5 });
      await withLog(to, async ({ records }) => {
        assert.deepEqual(await records.list(workspaceId, 'session'), []);
        assert.equal((await records.list(workspaceId, 'skill')).length, 1);
      });
    });

    for (const [name, change] of Object.entries(tooHigh)) {
      test(`[L57.1] a backup with ${name} is refused with the reason, and changes nothing`, async () => {
        const [from, to] = [await stores[kind](), await stores[kind]()];
        await talkTo(from, 'first');
        for (const position of [2 ** 53 - 1, 2 ** 53 - 6, 2 ** 51 + 1]) {
          const lines = await ended(change((await backupOf(from)).slice(0, -1), position));
          await assert.rejects(restoreStore(to, each(lines), { force: false, now: 5 }), (error) => {
            assert.match(
              String(error),
              /line .* (log's head|position).*(no log has one above|Too big).* Nothing was changed/,
            );
            return true;
          });
        }
        const highest = await ended(change((await backupOf(from)).slice(0, -1), 2 ** 51));
        await restoreStore(to, each(highest), { force: false, now: 5 });
        await talkTo(to, 'second');
        assert.deepEqual(await titles(to), ['first', 'second']);
        assert.deepEqual(await verifyStore(to), []);
      });
    }

    test('[L57] positions continue after the last given one, also when its chat was purged', async () => {
      const [from, to] = [await stores[kind](), await stores[kind]()];
      await talkTo(from, 'first', 'second');
      const given = await withLog(from, async (log) => {
        const [newest] = await log.readModels.chats(workspaceId, { limit: 1 });
        const header = { workspaceId, actor: 'engine', commandId: null, label: 'delete-chat' } as const;
        const hidden = { type: 'chat.hidden', data: {} } as const;
        const threadId = newest?.threadId ?? assert.fail('no chat');
        await log.append(header, [{ threadId, guard: 'exists', facts: [hidden] }]);
        const [last] = (await log.feed.readStretch({ after: 0, upTo: 1e9, types: ['chat.hidden'], limit: 1 })) ?? [];
        assert.equal((await log.purge(0)).length, 1);
        return last?.position ?? assert.fail('no position');
      });
      await restoreStore(to, each(await backupOf(from)), { force: false, now: 5 });
      assert.deepEqual(await verifyStore(to), []);
      await talkTo(to, 'third');
      const positions = await withLog(to, (log) => log.read({ workspaceId, after: 0, limit: 1000 }));
      const fresh = positions.filter(({ rootId }) => rootId !== positions[0]?.rootId);
      assert.equal(fresh[0]?.position, given + 1);
    });
  });
}

/** A backup with the counts and the checksum that belong to its lines. */
async function ended(lines: readonly string[]): Promise<string[]> {
  const { createHash } = await import('node:crypto');
  const sha256 = createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex');
  const count = (name: string) => lines.filter((line) => line.startsWith(`{"${name}":`)).length;
  const end = { blobs: count('blob'), requests: count('request'), records: count('record'), events: count('event') };
  return [...lines, JSON.stringify({ end: { ...end, sha256 } })];
}

describe('a restore that is killed', { concurrency: 2 }, () => {
  let backup: string[] = [];
  before(async () => {
    const directory = await newDirectory();
    await writeRichStore(directory);
    backup = await backupOf({ kind: 'sqlite', directory });
  });
  const steps = [
    'written',
    'marked',
    'retinue.db moved',
    'retinue.db-wal moved',
    'retinue.db-shm moved',
    'search index removed',
    'placed',
    'unmarked',
  ];
  for (const step of steps) {
    test(`[L58] at "${step}" leaves one of the two stores whole, and the other at the announced place`, async () => {
      const folder = await newDirectory();
      const directory = join(folder, 'store');
      const file = join(folder, 'backup.jsonl');
      writeFileSync(file, backup.join('\n'));
      await writeUnclosed(directory);
      const script = fileURLToPath(new URL('../../../../../tests/support/stores/restore-and-die.ts', import.meta.url));
      const { signal, stderr } = spawnSync(process.execPath, [script, directory, file, step], { encoding: 'utf8' });
      assert.equal(signal, 'SIGKILL', stderr);
      const place: StorePlace = { kind: 'sqlite', directory };
      const isOld = step === 'written';
      assert.deepEqual(await titles(place), isOld ? ['kept'] : ['fail', 'open', 'settled', 'stopped']);
      assert.deepEqual(await verifyStore(place), []);
      const aside = readdirSync(directory).filter((name) => name.startsWith('before-'));
      assert.equal(aside.length, isOld ? 0 : 1);
      for (const name of aside)
        assert.deepEqual(await titles({ kind: 'sqlite', directory: join(directory, name) }), ['kept']);
      assert.deepEqual(
        readdirSync(directory).filter((name) => /^restor/.test(name)),
        [],
      );
    });
  }

  test('[L58] is not read before a writer has completed it', async () => {
    const folder = await newDirectory();
    const directory = join(folder, 'store');
    const file = join(folder, 'backup.jsonl');
    writeFileSync(file, backup.join('\n'));
    await writeUnclosed(directory);
    const script = fileURLToPath(new URL('../../../../../tests/support/stores/restore-and-die.ts', import.meta.url));
    spawnSync(process.execPath, [script, directory, file, 'retinue.db moved']);
    assert.ok(!existsSync(join(directory, 'retinue.db')));
    await assert.rejects(
      verifyStore({ kind: 'sqlite', directory }),
      /A restore into .* was cut off\. Start Retinue on it/,
    );
  });

  /** A store as a power cut leaves it: the last writes are in its write-ahead log. */
  async function writeUnclosed(directory: string): Promise<void> {
    const source = await newDirectory();
    const app = await openTestApp({ script: () => [say('Well.')], agents: [agent('boss')], directory: source });
    await app.run('kept');
    cpSync(source, directory, { recursive: true });
    await app.stop();
    assert.ok(existsSync(join(directory, 'retinue.db-wal')));
  }
});
