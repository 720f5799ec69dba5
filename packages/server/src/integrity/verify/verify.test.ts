import assert from 'node:assert/strict';
import { cpSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { EventType } from '@retinue/protocol';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { writeRichStore } from '../../../../../tests/support/stores/rich-store.ts';
import { numberedTypes, packFields, typeNumber, unpackFields } from '../../log/format/packing.ts';
import { verifyStore } from './verify.ts';

type Columns = Record<string, string | number | null>;

/** A store to damage: events are found by their chat and changed in place. */
class Victim {
  readonly database: DatabaseSync;

  constructor(directory: string) {
    this.database = new DatabaseSync(join(directory, 'retinue.db'));
  }

  one(text: string, ...values: (string | number | null)[]): Columns {
    const row = this.database.prepare(text).get(...values);
    assert.ok(row, text);
    return row as Columns;
  }

  /** The first event of a type in a chat, on its root or below. */
  event(chat: string, type: EventType, place: 'root' | 'child' | 'asker' = 'root', count = 0): Columns {
    const root = this.one('SELECT id FROM thread WHERE title = ? AND parent_thread_id IS NULL', chat).id as string;
    const child =
      'SELECT id FROM thread WHERE root_id = ? AND parent_thread_id IS NOT NULL AND title LIKE ? ORDER BY opened_at, id';
    const thread = place === 'root' ? root : (this.one(child, root, place === 'asker' ? '%ask' : '%tool').id as string);
    return this.one(
      'SELECT * FROM event WHERE thread_id = ? AND type = ? ORDER BY seq LIMIT 1 OFFSET ?',
      thread,
      typeNumber(type),
      count,
    );
  }

  change({ position }: Columns, altered: Columns): void {
    const changes: Columns = { ...altered, checksum: null };
    const columns = Object.keys(changes).map((name) => `${name} = ?`);
    this.database
      .prepare(`UPDATE log_event SET ${columns.join(', ')} WHERE position = ?`)
      .run(...Object.values(changes), position as number);
  }

  /** Sets one field in an event's facts. */
  set(event: Columns, path: string, value: string | number | null): void {
    const type = numberedTypes[Number(event.type)] ?? assert.fail('unknown type');
    const named = JSON.stringify(unpackFields(type, String(event.data)));
    const { data } = this.one('SELECT json_set(?, ?, ?) AS data', named, path, value);
    this.change(event, { data: packFields(type, JSON.parse(String(data))) });
  }

  /** As if it had never happened, without leaving a gap. */
  blank(event: Columns): void {
    const usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimatedTokens: 0 };
    const type = typeNumber('usage.recorded');
    this.change(event, { type, data: packFields('usage.recorded', { step: 1, attempt: 1, usage }) });
  }

  /** Copies the content of one event into another. */
  imitate(event: Columns, model: Columns): void {
    this.change(event, { type: model.type ?? null, data: model.data ?? '' });
  }
}

const damages: Record<string, { damage(victim: Victim): void; told: RegExp }> = {
  'a missing event': {
    damage: (victim) =>
      victim.database.exec(`DELETE FROM log_event WHERE position = ${victim.event('settled', 'step.ended').position}`),
    told: /has seq \d+ at position \d+ where \d+ is due/,
  },
  'events out of order': {
    damage(victim) {
      const [first, second] = [victim.event('settled', 'step.started'), victim.event('settled', 'step.ended')];
      victim.change(first, { seq: 1000 });
      victim.change(second, { seq: first.seq ?? 0 });
      victim.change(first, { seq: second.seq ?? 0 });
    },
    told: /has seq \d+ at position \d+ where \d+ is due/,
  },
  'a head behind the last event': {
    damage: (victim) => victim.database.exec("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'log_event'"),
    told: /head is at position 1, but there is an event at/,
  },
  'an event that is not JSON': {
    damage: (victim) => victim.change(victim.event('settled', 'step.ended'), { data: '[1,' }),
    told: /step\.ended.*can't be read: its data is not JSON/,
  },
  'an event without a field': {
    damage: (victim) => victim.change(victim.event('settled', 'step.started'), { data: '[1]' }),
    told: /step\.started.*can't be read: data\.attempt/,
  },
  'an event of an unknown type': {
    damage: (victim) => victim.change(victim.event('settled', 'step.started'), { type: 99 }),
    told: /type 99.*can't be read: this version does not know its type/,
  },
  'an event of another workspace': {
    damage(victim) {
      const { thread } = victim.event('settled', 'thread.opened', 'child');
      victim.database.exec(`UPDATE thread_number SET workspace_id = 'ws_other' WHERE number = ${thread}`);
    },
    told: /belongs to another workspace, ws_other/,
  },
  'a child that may spend what nobody set aside': {
    damage(victim) {
      const opened = victim.event('settled', 'thread.opened', 'child');
      const grant = { tokens: 1000, costMicros: null, workMs: null, calls: null, tasks: null };
      const fields = unpackFields('thread.opened', String(opened.data)) as object;
      victim.change(opened, { data: packFields('thread.opened', { ...fields, grant }) });
    },
    told: /set aside null, but its child thr_\w+ was granted \{"tokens":1000/,
  },
  'a thread that can not be folded': {
    damage: (victim) =>
      victim.imitate(victim.event('settled', 'step.started'), victim.event('settled', 'thread.opened')),
    told: /can't be folded: .* was opened twice/,
  },
  'a call that names another task': {
    damage: (victim) => victim.set(victim.event('settled', 'call.requested'), '$.taskId', 'task_nowhere'),
    told: /names task task_nowhere, which was never opened/,
  },
  'a call that names another child': {
    damage: (victim) => victim.set(victim.event('settled', 'call.requested'), '$.subAgentThreadId', 'thr_nowhere'),
    told: /Call \S+ names the child thr_nowhere, but its task/,
  },
  'a call that names no task': {
    damage: (victim) => victim.set(victim.event('settled', 'call.requested'), '$.taskId', null),
    told: /but that call names task none/,
  },
  'a call requested twice': {
    damage: (victim) =>
      victim.imitate(victim.event('settled', 'task.ended'), victim.event('settled', 'call.requested')),
    told: /was requested more than once/,
  },
  'a task that names another call': {
    damage: (victim) => victim.set(victim.event('settled', 'task.opened'), '$.callId', 'call_nowhere'),
    told: /names call call_nowhere, which its thread \S+ never requested/,
  },
  'a task that names another child': {
    damage: (victim) => victim.set(victim.event('settled', 'task.opened'), '$.childThreadId', 'thr_nowhere'),
    told: /names the child thr_nowhere, which was never opened/,
  },
  'a retry of an attempt that is not there': {
    damage: (victim) => victim.set(victim.event('fail', 'task.opened', 'root', 2), '$.retryOf', 'task_nowhere'),
    told: /is attempt 2 after task_nowhere, which is not the attempt before it/,
  },
  'a child without its thread': {
    damage(victim) {
      const { thread, thread_id: threadId } = victim.event('settled', 'thread.opened', 'child');
      victim.database.exec(
        `DELETE FROM log_event WHERE thread = ${thread}; DELETE FROM thread WHERE id = '${threadId}'`,
      );
    },
    told: /Task \S+ names the child \S+, which was never opened/,
  },
  'a child that no task opened': {
    damage: (victim) => victim.blank(victim.event('settled', 'task.opened')),
    told: /is a child that no task opened: an orphan/,
  },
  'a child that names another call': {
    damage: (victim) =>
      victim.set(victim.event('settled', 'thread.opened', 'child'), '$.parent.callId', 'call_nowhere'),
    told: /names its origin as thr_\w+, call_nowhere, step 1/,
  },
  'a child that names another step': {
    damage: (victim) => victim.set(victim.event('settled', 'thread.opened', 'child'), '$.parent.step', 7),
    told: /names its origin as .* step 7,/,
  },
  'a child that names another parent': {
    damage: (victim) =>
      victim.set(victim.event('settled', 'thread.opened', 'child'), '$.parent.threadId', 'thr_nowhere'),
    told: /names the parent thr_nowhere, which is not in its tree/,
  },
  'a child that works before it is linked': {
    damage(victim) {
      const { seq, thread } = victim.event('settled', 'task.opened');
      victim.database.exec(
        `UPDATE log_event SET position = position + 1000000 WHERE thread = ${thread} AND seq >= ${seq}`,
      );
    },
    told: /took its first step before the link to it was recorded/,
  },
  'a wrong depth': {
    damage: (victim) => victim.set(victim.event('settled', 'thread.opened', 'child'), '$.depth', 5),
    told: /says depth 5; its place is 1/,
  },
  'a wrong path': {
    damage: (victim) => victim.set(victim.event('settled', 'thread.opened', 'child'), '$.path[0]', 'agt_nobody'),
    told: /says its path is agt_nobody › agt_worker; its place is agt_boss › agt_worker/,
  },
  'a wrong root': {
    damage: (victim) => victim.set(victim.event('settled', 'thread.opened', 'child'), '$.rootId', 'thr_nowhere'),
    told: /lies in chat \S+ and names the root thr_nowhere/,
  },
  'a thread in a chat that is not there': {
    damage(victim) {
      const { thread } = victim.event('settled', 'thread.opened', 'child');
      victim.database.exec(`INSERT INTO thread_number VALUES (999, 'thr_nowhere', 'ws_local');
        UPDATE log_event SET root = 999 WHERE thread = ${thread}`);
    },
    told: /Chat thr_nowhere has events, but its root thread is missing/,
  },
  'an end of a call that was never asked for': {
    damage: (victim) => victim.set(victim.event('settled', 'call.ended', 'child'), '$.callId', 'call_nowhere'),
    told: /\(call\.ended\).* names call call_nowhere of step 1, which was not requested there before/,
  },
  'an answer to a question that was never asked': {
    damage: (victim) =>
      victim.set(victim.event('settled', 'question.answered', 'asker'), '$.questionId', 'qst_nowhere'),
    told: /is about question qst_nowhere, which was never asked/,
  },
  'ends that disagree': {
    damage: (victim) => victim.set(victim.event('settled', 'task.ended'), '$.status', 'failed'),
    told: /Task \S+ ended as failed, but its child \S+ ended as success/,
  },
  'results that disagree': {
    damage: (victim) => victim.set(victim.event('settled', 'task.ended'), '$.result', 'Something else.'),
    told: /Task \S+ ended as success, but its child \S+ ended with another result/,
  },
  'a child whose end is lost': {
    damage: (victim) => victim.blank(victim.event('settled', 'thread.ended', 'child')),
    told: /Task \S+ has ended \(success\), but its child \S+ is active/,
  },
  'an end that the parent never got': {
    damage: (victim) => victim.blank(victim.event('settled', 'task.ended')),
    told: /has ended \(completed\), but its parent never recorded the end of/,
  },
  'a call whose tasks have all ended': {
    damage: (victim) => victim.blank(victim.event('open', 'call.ended')),
    told: /waits for a task, but all its tasks have ended: nothing will answer it/,
  },
  'a call that ended twice': {
    damage: (victim) =>
      victim.imitate(victim.event('settled', 'step.started', 'root', 1), victim.event('settled', 'call.ended')),
    told: /call_\S+ has ended more than once/,
  },
  'a call open in a finished thread': {
    damage: (victim) => victim.blank(victim.event('settled', 'call.ended', 'child')),
    told: /Thread \S+ is completed, but its call \S+ is open/,
  },
  'a task open in a finished thread': {
    damage: (victim) => victim.blank(victim.event('stopped', 'task.ended')),
    told: /Thread \S+ is cancelled, but its task \S+ is open/,
  },
  'a question open on a finished call': {
    damage(victim) {
      const types = ['question.asked', 'question.answered', 'call.ended'] as const;
      const [asked, answered, ended] = types.map((type) => victim.event('settled', type, 'asker'));
      assert.ok(asked && answered && ended);
      victim.imitate(answered, ended);
      victim.imitate(ended, asked);
    },
    told: /Call \S+ has ended, but its question \S+ is open/,
  },
  'a question answered on an open call': {
    damage: (victim) => victim.blank(victim.event('settled', 'call.ended', 'asker')),
    told: /was answered, but its call \S+ is open/,
  },
  'a blob with other content': {
    damage: (victim) => victim.database.exec("UPDATE blob SET content = 'something else'"),
    told: /is in blob [0-9a-f]{64}, which has other content/,
  },
  'a missing blob': {
    damage: (victim) => victim.database.exec('DELETE FROM blob'),
    told: /is in blob [0-9a-f]{64}, which is missing/,
  },
};

for (const table of ['thread', 'task', 'question']) {
  damages[`a changed row of ${table}`] = {
    damage: (victim) =>
      victim.database.exec(`UPDATE ${table} SET status = 'strange' WHERE id = (SELECT min(id) FROM ${table})`),
    told: new RegExp(`Table ${table}, row \\S+: status is "strange" where the log gives "`),
  };
  damages[`a missing row of ${table}`] = {
    damage: (victim) => victim.database.exec(`DELETE FROM ${table} WHERE id = (SELECT min(id) FROM ${table})`),
    told: new RegExp(`Table ${table} has no row for \\S+, which is in the log`),
  };
  damages[`a row too many in ${table}`] = {
    damage: (victim) => copyRow(victim, table, {}),
    told: new RegExp(`Table ${table} has a row extra in chat \\S+ which is not in the log`),
  };
  damages[`a stray row in ${table}`] = {
    damage: (victim) => copyRow(victim, table, { root_id: 'thr_nowhere' }),
    told: new RegExp(`Table ${table} has a row extra of a chat that has no events`),
  };
}

function copyRow({ database }: Victim, table: string, changes: Columns): void {
  const row = { ...database.prepare(`SELECT * FROM ${table} LIMIT 1`).get(), id: 'extra', ...changes } as Columns;
  const places = Object.keys(row).map(() => '?');
  database.prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${places})`).run(...Object.values(row));
}

describe('verify', () => {
  let folder = '';
  let good = '';

  before(async () => {
    folder = await temporaryDirectory();
    good = join(folder, 'good');
    await writeRichStore(good, 'now ask');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function copyOf(name: string): string {
    const directory = join(folder, name.replaceAll(' ', '-'));
    cpSync(good, directory, { recursive: true });
    return directory;
  }

  test('[L7] finds no problem in a valid store, with open work, retries and stopped chats in it', async () => {
    const before = readFileSync(join(good, 'retinue.db'));
    assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: good }), []);
    assert.deepEqual(readFileSync(join(good, 'retinue.db')), before);
  });

  for (const [name, { damage, told }] of Object.entries(damages)) {
    test(`[L7] finds ${name}`, async () => {
      const directory = copyOf(name);
      const victim = new Victim(directory);
      damage(victim);
      victim.database.close();
      const findings = await verifyStore({ kind: 'sqlite', directory });
      assert.match(findings.map(({ message }) => message).join('\n'), told);
    });
  }

  test('[L7] finds a damaged page', async () => {
    const directory = copyOf('page');
    const path = join(directory, 'retinue.db');
    using database = new DatabaseSync(path);
    const pages = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'event_by_thread'").get();
    database.close();
    writeSync(openSync(path, 'r+'), Buffer.alloc(4096, 0xff), 0, 4096, (Number(pages?.rootpage) - 1) * 4096);
    const [finding] = await verifyStore({ kind: 'sqlite', directory });
    assert.equal(finding?.rule, 'file');
  });
});
