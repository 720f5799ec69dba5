import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { LogEvent } from '@retinue/protocol';
import { callIdSchema, childThreadIdOf, localWorkspaceId, questionIdOf, taskIdOf } from '@retinue/protocol';
import { type PostgresServer, startPostgres } from '../../../../../tests/postgres/server.ts';
import { launchRetinue, type Ran, retinue } from '../../../../../tests/support/apps/cli.ts';
import { dispatched } from '../../../../../tests/support/apps/dispatched.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { bigResult, richSkill, writeRichStore } from '../../../../../tests/support/stores/rich-store.ts';
import type { ExportedChat } from '../../integrity/export/exported-chat.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import { noFailpoints } from '../../log/failpoints.ts';
import { GroupedLog } from '../../log/grouped-log.ts';
import { openStore } from '../../log/open-store.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import type { Records, StoredRecord } from '../../ports/log/records.ts';
import { systemClock } from '../../ports/runtime/clock.ts';

const question = 'What did electricity cost in Norway, Sweden and Poland in 2023?';

let folder = '';
let rich = '';
let server: PostgresServer;

before(async () => {
  folder = await temporaryDirectory();
  rich = join(folder, 'rich');
  server = await startPostgres();
  await writeRichStore(rich);
});
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

let stores = 0;

async function freshStore(kind: StorePlace['kind']): Promise<StorePlace> {
  stores += 1;
  if (kind === 'postgres') return { kind, url: await server.createDatabase() };
  return { kind, directory: join(folder, `store-${stores}`) };
}

function richPlace(): StorePlace {
  return { kind: 'sqlite', directory: rich };
}

function on(place: StorePlace, ...words: string[]): Promise<Ran> {
  return dispatched(place, words);
}

/** The same in a separate process. */
function process(place: StorePlace, words: string[], input = ''): Promise<Ran> {
  if (place.kind === 'postgres') return retinue(words, { input, environment: { DATABASE_URL: place.url } });
  return retinue([...words, '--data', place.directory], { input });
}

async function well(place: StorePlace, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await on(place, ...words);
  assert.deepEqual([words[0], code, stderr], [words[0], 0, '']);
  return stdout;
}

async function chatsOf(place: StorePlace): Promise<Record<string, string>> {
  const lines = (await well(place, 'list', '--json')).trimEnd().split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => JSON.parse(line)).map(({ title, threadId }) => [title, threadId]));
}

async function withRecords<Result>(place: StorePlace, use: (records: Records) => Promise<Result>): Promise<Result> {
  const store = await openStore(place, { readOnly: false, now: 0 });
  const log = new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: assert.ifError });
  const result = await use(log.records);
  await log.close();
  return result;
}

async function putRecord(place: StorePlace): Promise<void> {
  const own = { kind: 'skill', id: 'own' } as const;
  await withRecords(place, (records) => records.change({ workspaceId: localWorkspaceId }, own, () => true));
}

function recordsOf(place: StorePlace): Promise<StoredRecord[]> {
  return withRecords(place, (records) => records.list(localWorkspaceId, 'skill'));
}

async function exported(place: StorePlace, chat: string): Promise<ExportedChat> {
  return JSON.parse(await well(place, 'export', chat));
}

/** Parts that an export keeps, and that two imports share. */
function withoutPlaces({ events, blobs }: ExportedChat): unknown {
  return { events: events.map(({ position: _position, ...rest }) => rest), blobs };
}

/** A store that must not change. */
async function refusesAll(verb: 'import' | 'restore', cases: readonly [content: string | Buffer, told: RegExp][]) {
  const place = await freshStore('sqlite');
  for (const [index, [content, told]] of cases.entries()) {
    const file = join(folder, `${verb}-${index}`);
    writeFileSync(file, content);
    const { code, stdout, stderr } = await on(place, verb, file);
    assert.match(stderr, told);
    assert.deepEqual([code, stdout, stderr.split('\n').length], [1, '', 2], stderr);
  }
  assert.ok(place.kind === 'sqlite' && !existsSync(place.directory));
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`carried to ${kind}`, () => {
    test('[K17][L50] a chat of every kind can be exported and imported, and the store is consistent', async () => {
      const place = await freshStore(kind);
      for (const [title, chat] of Object.entries(await chatsOf(richPlace()))) {
        const file = join(folder, `${kind}-${title}.json`);
        await well(richPlace(), 'export', chat, '--output', file);
        const told = await well(place, 'import', file);
        const [, id = ''] = /^Imported "\w+" as (thr_\w+) \((?:3|4) threads, \d+ events\)/.exec(told) ?? [];
        assert.notEqual(id, chat);
        assert.equal(/Canceled open work in 2 threads/.test(told), title === 'open', told);
        const original: ExportedChat = JSON.parse(readFileSync(file, 'utf8'));
        const { events } = await exported(place, id);
        assert.deepEqual(sharedIds(original.events, events), []);
        assert.deepEqual(countsOf(events).slice(0, 2), countsOf(original.events).slice(0, 2));
      }
      assert.deepEqual(await verifyStore(place), []);
    });

    test('[K17] a chat that is imported twice exists twice, each with consistent ids', async () => {
      const place = await freshStore(kind);
      const { settled = '' } = await chatsOf(richPlace());
      const file = join(folder, `${kind}-original.json`);
      await well(richPlace(), 'export', settled, '--output', file);
      const one = JSON.parse(await well(place, 'import', file, '--json'));
      const other = JSON.parse(await well(place, 'import', file, '--json'));
      const [left, right] = [await exported(place, one.threadId), await exported(place, other.threadId)];
      assert.deepEqual(sharedIds(left.events, right.events), []);
      assert.deepEqual(shapeOf(right), shapeOf(left));
      for (const { type, data } of right.events) {
        if (type === 'question.asked') assert.equal(data.questionId, questionIdOf(data.callId));
        if (type !== 'task.opened') continue;
        assert.equal(data.taskId, taskIdOf(data.callId, data.attempt));
        assert.equal(data.childThreadId, childThreadIdOf(data.taskId));
      }
      assert.deepEqual(await verifyStore(place), []);
    });

    test('[K18] a backup restores into this store, with every event at its position, and continues from there', async () => {
      const place = await freshStore(kind);
      const [first, second] = [join(folder, `${kind}-1.jsonl`), join(folder, `${kind}-2.jsonl`)];
      assert.match(await well(richPlace(), 'backup', first), /^Backed up .* to .*1\.jsonl \(\d+\.\d MB\)\.\n$/);
      assert.match(
        await well(place, 'restore', first),
        /^.* holds 4 chats, .*\nRestored \d+ events into .*, and verified/,
      );
      assert.deepEqual(await verifyStore(place), []);
      await well(place, 'backup', second);
      assert.deepEqual(keptIn(second), keptIn(first));
      await well(place, 'run', 'Hello');
      assert.deepEqual(await verifyStore(place), []);
    });

    test('[R2] a backup contains the records, and a store that holds only records is not overwritten', async () => {
      const place = await freshStore(kind);
      const file = join(folder, `${kind}-records.jsonl`);
      await well(richPlace(), 'backup', file);
      await putRecord(place);
      assert.match((await on(place, 'restore', file)).stderr, /already, and nothing was changed/);
      await well(place, 'restore', file, '--force');
      const [record] = await recordsOf(place);
      assert.deepEqual([record?.id, record?.version, record?.data], ['skl_first', 1, richSkill]);
    });

    test('[K18][L59] an occupied store is refused with the contents of the file, or moved aside with --force', async () => {
      const place = await freshStore(kind);
      const file = join(folder, `${kind}-force.jsonl`);
      await well(richPlace(), 'backup', file);
      await well(place, 'run', 'Hello');
      const refused = await on(place, 'restore', file);
      assert.equal(refused.code, 1);
      assert.match(
        refused.stdout,
        /\(\d+\.\d MB\), made \S+Z by Retinue \S+, holds 4 chats, \d+ events, 1 setting\.\n$/,
      );
      assert.match(refused.stderr, /already, and nothing was changed\. Restore into another .*--force/);
      assert.deepEqual(Object.keys(await chatsOf(place)), ['Hello']);
      const told = await well(place, 'restore', file, '--force');
      const aside = /The previous store is in (?:schema )?(\S+)\.\n/.exec(told)?.[1] ?? '';
      assert.equal(Object.keys(await chatsOf(place)).length, 4);
      assert.deepEqual(await verifyStore(place), []);
      if (place.kind === 'sqlite') {
        assert.deepEqual(Object.keys(await chatsOf({ kind: 'sqlite', directory: aside })), ['Hello']);
      } else {
        const rows = await server.query(`SELECT title FROM ${aside}.thread`, place.url.split('/').at(-1));
        assert.deepEqual(rows, [{ title: 'Hello' }]);
      }
    });

    test('[K18] a backup beside a running process is one moment of it, and the work resumes in the restored store', async () => {
      const [place, other] = [await freshStore(kind), await freshStore(kind)];
      const words = place.kind === 'sqlite' ? ['--data', place.directory] : [];
      const environment = { ...(place.kind === 'postgres' && { DATABASE_URL: place.url }) };
      const running = launchRetinue(['run', question, ...words], { environment });
      await running.shows(/→ Researcher/);
      const file = join(folder, `${kind}-online.jsonl`);
      await well(place, 'backup', file);
      const held = await on(place, 'restore', file, '--force');
      assert.deepEqual([held.code, /^Another Retinue process/.test(held.stderr)], [1, true]);
      assert.equal((await running.ended).code, 0);
      await well(other, 'restore', file);
      assert.deepEqual(await verifyStore(other), []);
      const [whole, part] = [await exported(place, 'last'), await exported(other, 'last')];
      assert.deepEqual(part.events, whole.events.slice(0, part.events.length));
      assert.match(await well(other, 'resume'), /Poland.* ct\/kWh|No open work/);
      assert.deepEqual(await verifyStore(other), []);
    });

    test('[K18] an inconsistent backup leaves the store unchanged', async () => {
      const place = await freshStore(kind);
      const file = join(folder, `${kind}-broken.jsonl`);
      await well(richPlace(), 'backup', file);
      await well(place, 'run', 'Hello');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^(\{"event".*)\n/m, ''));
      const { code, stderr } = await on(place, 'restore', file, '--force');
      assert.equal(code, 1);
      assert.match(stderr, /^This backup can't be restored: .* Nothing was changed\.\n$/);
      assert.deepEqual(Object.keys(await chatsOf(place)), ['Hello']);
      assert.deepEqual(await verifyStore(place), []);
      if (place.kind === 'sqlite')
        assert.ok(!readdirSync(place.directory).some((name) => /^(restoring|before)/.test(name)));
    });
  });
}

describe('what is carried', { concurrency: 2 }, () => {
  test('[K17] Markdown has every task under its call, with messages, results and answers', async () => {
    const { settled = '' } = await chatsOf(richPlace());
    const text = await well(richPlace(), 'export', settled, '--format', 'markdown');
    assert.match(text, /^# settled\n/);
    assert.match(text, /^## boss, step 1\n\nTwo go out\.\n\n### Task for worker: settled: use the tool \(success/m);
    assert.match(text, /^##### `big` \(done/m);
    assert.ok(text.includes(bigResult));
    assert.match(text, /\*\*Question:\*\* Which year\?\n\n\*\*Answer:\*\* The year 2023/);
    assert.ok(text.indexOf('Here is what came back.') > text.indexOf('**Answer:**'));
  });

  test('[K17] export never overwrites a file, and lists the formats and chats', async () => {
    const file = join(folder, 'kept.json');
    writeFileSync(file, 'mine');
    const over = await on(richPlace(), 'export', 'last', '--output', file);
    assert.deepEqual([over.code, readFileSync(file, 'utf8')], [2, 'mine']);
    assert.match(over.stderr, /exists already/);
    const format = await on(richPlace(), 'export', 'last', '--format', 'pdf');
    assert.deepEqual([format.code, format.stderr], [2, 'There is no format "pdf". Choose json or markdown.\n']);
    assert.equal((await on(richPlace(), 'export', 'thr_nobody')).code, 2);
    const nowhere = await on(richPlace(), 'export', 'last', '--output', join(folder, 'no', 'where.json'));
    assert.deepEqual([nowhere.code, /its directory does not exist/.test(nowhere.stderr)], [1, true]);
  });

  test('[K17] an incomplete export is refused with the reason before a store is created', async () => {
    const { settled = '' } = await chatsOf(richPlace());
    const chat = await exported(richPlace(), settled);
    const text = JSON.stringify(chat);
    const changed = (change: (events: LogEvent[]) => unknown) =>
      JSON.stringify({ ...chat, events: change(chat.events) });
    const call = callIdSchema.parse('call_nowhere');
    await refusesAll('import', [
      ['', /it is not JSON, or was cut off/],
      ['these are words', /it has no "format"/],
      [text.slice(0, -200), /it is not JSON, or was cut off/],
      ['[]', /no "format": "retinue-export"/],
      [text.replace('"version":2', '"version":3'), /it has version 3; this Retinue reads versions 1 and 2/],
      [text.replace('step.started', 'step.imagined'), /event \d+ can't be read: its type "step\.imagined" is unknown/],
      [text.replace('"seenSeq":', '"unseenSeq":'), /event \d+ can't be read: data/],
      [changed(() => []), /it has no events/],
      [changed((events) => events.toSpliced(3, 1)), /does not hold together: Thread \S+ has seq 5 where 4 is due/],
      [
        changed((events) => events.filter(({ rootId, threadId }) => rootId === threadId)),
        /names the child \S+, which was never opened/,
      ],
      [
        changed((events) =>
          events.map((event) =>
            event.type === 'task.opened' ? { ...event, data: { ...event.data, callId: call } } : event,
          ),
        ),
        /call_nowhere/,
      ],
      [JSON.stringify({ ...chat, blobs: {} }), /is in blob [0-9a-f]{64}, which is missing/],
      [text.replace('and its end', 'or not'), /Blob [0-9a-f]{64} has other content/],
      [Buffer.alloc(50 * 1024 * 1024, 'x'), /it has no "format"/],
    ]);
  });

  test('[K18] an incomplete backup is refused with the reason before a store is created', async () => {
    const file = join(folder, 'whole.jsonl');
    await well(richPlace(), 'backup', file);
    const text = readFileSync(file, 'utf8');
    const lines = text.trimEnd().split('\n');
    await refusesAll('restore', [
      ['', /it is empty/],
      ['these are words', /line 1 is no line of JSON, so it is no backup/],
      [`${lines.slice(0, 20).join('\n')}\n`, /it ends after line 20 without its last line: it was cut off/],
      [text.slice(0, text.length / 2), /it was cut off/],
      [text.replace('retinue-backup', 'retinue-export'), /no "format": "retinue-backup"/],
      [text.replace('"version":2', '"version":7'), /it has version 7; this Retinue reads versions 1 and 2/],
      [text.replace('step.started', 'step.imagined'), /its type "step\.imagined" is unknown/],
      [text.replace('Found it.', 'Lost it..'), /its checksum is wrong: it was changed|does not hold together/],
      [text.replace('and its end', 'or not'), /blob [0-9a-f]{64} has other content/],
      [lines.toSpliced(9, 1).join('\n'), /has another number|does not hold together/],
      [lines.toSpliced(9, 0, '{"cake":1}').join('\n'), /line 10 is neither an event nor a blob, a request or a record/],
      [`${text}{"more":1}\n`, /comes after its end/],
      [Buffer.alloc(50 * 1024 * 1024, 'x'), /line 1 is no line of JSON/],
    ]);
  });

  test('[K18] a damaged store is moved aside unchanged, and the backup replaces it', async () => {
    const directory = join(folder, 'damaged');
    const file = join(folder, 'instead.jsonl');
    mkdirSync(directory);
    for (const name of ['retinue.db', 'retinue.db-wal'])
      writeFileSync(join(directory, name), 'no database '.repeat(1000));
    await well(richPlace(), 'backup', file);
    assert.equal((await on({ kind: 'sqlite', directory }, 'restore', file)).code, 1);
    const told = await well({ kind: 'sqlite', directory }, 'restore', file, '--force');
    const aside = /previous store is in (\S+)\.\n/.exec(told)?.[1] ?? '';
    assert.deepEqual(readdirSync(aside).sort(), ['retinue.db', 'retinue.db-wal']);
    assert.deepEqual(await verifyStore({ kind: 'sqlite', directory }), []);
  });

  test('[K18] a role that may not move a store aside gets a message, and nothing changes', async () => {
    const url = await server.createDatabase();
    const name = url.split('/').at(-1) ?? '';
    await server.query('CREATE ROLE guest LOGIN', name);
    await server.query('GRANT ALL ON SCHEMA public TO guest', name);
    const place: StorePlace = { kind: 'postgres', url: url.replace('retinue@', 'guest@') };
    const file = join(folder, 'guest.jsonl');
    await well(richPlace(), 'backup', file);
    await well(place, 'restore', file);
    const { code, stderr } = await on(place, 'restore', file, '--force');
    assert.equal(code, 1);
    assert.match(stderr, /^PostgreSQL denies permission: permission denied .* Nothing was changed\./);
    assert.deepEqual(await verifyStore(place), []);
  });

  test('[K17][K18] a missing file and a directory are wrong usage', async () => {
    const directory = join(folder, 'a-directory');
    mkdirSync(directory);
    for (const verb of ['import', 'restore']) {
      for (const [file, told] of [
        [directory, /is a directory, not a file\. Nothing was changed/],
        [join(folder, 'never'), /does not exist. Nothing was changed/],
      ] as const) {
        const { code, stderr } = await on(await freshStore('sqlite'), verb, file);
        assert.equal(code, 2);
        assert.match(stderr, told);
      }
    }
  });

  test('[K17][K18] both read stdin in a separate process, and exit correctly', async () => {
    const [one, other] = [await freshStore('sqlite'), await freshStore('postgres')];
    const { settled = '' } = await chatsOf(richPlace());
    const chat = await process(richPlace(), ['export', settled]);
    assert.deepEqual([chat.code, chat.stderr], [0, '']);
    const imported = await process(one, ['import', '-', '--json'], chat.stdout);
    assert.deepEqual([imported.code, imported.stderr], [0, '']);
    const { threadId } = JSON.parse(imported.stdout);
    const file = join(folder, 'from-stdin.jsonl');
    assert.equal((await process(one, ['backup', file])).code, 0);
    const restored = await process(other, ['restore', '-'], readFileSync(file, 'utf8'));
    assert.deepEqual([restored.code, restored.stderr], [0, '']);
    const cutOff = await process(await freshStore('sqlite'), ['restore', '-'], '{"format":');
    assert.deepEqual([cutOff.code, /^This backup can't be restored/.test(cutOff.stderr)], [1, true]);
    assert.deepEqual(withoutPlaces(await exported(other, threadId)), withoutPlaces(await exported(one, threadId)));
  });

  test('[K18] a backup never overwrites a file, gets a name in a directory, and leaves no partial file', async () => {
    const directory = join(folder, 'backups');
    mkdirSync(directory);
    await well(richPlace(), 'backup', directory);
    assert.match(readdirSync(directory).join(), /^retinue-\d{8}T\d{6}Z\.jsonl$/);
    const [file = ''] = readdirSync(directory);
    const over = await on(richPlace(), 'backup', join(directory, file));
    assert.deepEqual([over.code, /exists already/.test(over.stderr)], [2, true]);
    const missing = await on(await freshStore('sqlite'), 'backup', join(directory, 'none.jsonl'));
    assert.deepEqual([missing.code, /There is no store in/.test(missing.stderr)], [1, true]);
    assert.deepEqual(readdirSync(directory), [file]);
  });
});

/** Everything except the head and the end, which hold times. */
function keptIn(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(1, -1);
}

const ids = /(?:thr|task|call|qst|msg)_\w+/g;

/** Amount of text that a person reads. */
function countsOf(events: readonly LogEvent[]): number[] {
  return ['message.received', 'step.ended'].map((type) => events.filter((event) => event.type === type).length);
}

function sharedIds(left: readonly LogEvent[], right: readonly LogEvent[]): string[] {
  const known = new Set(JSON.stringify(left).match(ids));
  return (JSON.stringify(right).match(ids) ?? []).filter((id) => known.has(id));
}

/** With each id replaced by its number in the order of their first mention. */
function shapeOf(chat: ExportedChat): unknown {
  const numbers = new Map<string, string>();
  const isOfFile = ({ type }: LogEvent) => type !== 'thread.imported';
  const text = JSON.stringify(withoutPlaces({ ...chat, events: chat.events.filter(isOfFile) })).replace(
    /"stagedUntil":\d+/g,
    '',
  );
  return text.replaceAll(ids, (id) => numbers.getOrInsertComputed(id, () => `id-${numbers.size}`));
}
