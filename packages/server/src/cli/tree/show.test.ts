import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ThreadState, UsageReport } from '@retinue/protocol';
import { fold } from '@retinue/protocol';
import { type PostgresServer, startPostgres } from '../../../../../tests/postgres/server.ts';
import { dispatched } from '../../../../../tests/support/apps/dispatched.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { bigResult, writeRichStore } from '../../../../../tests/support/stores/rich-store.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import { widthOf } from '../output/width.ts';

let folder = '';
let server: PostgresServer;
const places = new Map<StorePlace['kind'], StorePlace>();

before(async () => {
  folder = await temporaryDirectory();
  const sqlite: StorePlace = { kind: 'sqlite', directory: join(folder, 'store') };
  await writeRichStore(sqlite.directory);
  server = await startPostgres();
  const postgres: StorePlace = { kind: 'postgres', url: await server.createDatabase() };
  const file = join(folder, 'backup.jsonl');
  for (const { code, stderr } of [
    await dispatched(sqlite, ['backup', file]),
    await dispatched(postgres, ['restore', file]),
  ])
    assert.deepEqual([code, stderr], [0, '']);
  places.set('sqlite', sqlite).set('postgres', postgres);
});
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`looking closely, on ${kind}`, () => {
    const on = (words: string[], columns?: number) => {
      const place = places.get(kind);
      assert.ok(place);
      return dispatched(place, words, columns);
    };
    const well = async (words: string[], columns?: number) => {
      const { code, stdout, stderr } = await on(words, columns);
      assert.deepEqual([words, code, stderr], [words, 0, '']);
      return stdout;
    };
    const chat = async (title: string): Promise<string> => {
      const lines = (await well(['list', '--json'])).trimEnd().split('\n');
      return lines.map((line) => JSON.parse(line)).find((row) => row.title === title)?.threadId;
    };
    const childOf = async (title: string, place: number) => {
      const state: ThreadState = JSON.parse(await well(['show', await chat(title), '--json']));
      const calls = state.items.flatMap((item) => (item.type === 'step' ? item.calls : []));
      const task = calls[place]?.tasks.at(-1);
      assert.ok(task);
      return task;
    };

    test('[K16] a chat is shown with its agent, messages, calls, tasks and their threads, and its cost', async () => {
      const text = await well(['show', await chat('settled')]);
      const { taskId, childThreadId } = await childOf('settled', 0);
      assert.match(text, /^● boss {2}settled {2}Done\nthr_\w+\nscripted\/scripted\nopened \d{4}-/);
      assert.match(text, /^2 steps · .*tok \(\d+ in, \d+ out\)$/m);
      assert.match(text, /^Person .*\n {2}settled$/m);
      assert.match(text, /^Step 1 .*\n {2}Two go out\.\n {2}newTask {2}Done · /m);
      assert.ok(
        text.includes(`    task ${taskId}  Done`) && text.includes(`    thread ${childThreadId}\n    → Found it.`),
      );
      assert.match(text, /^Step 2 .*\n {2}Here is what came back\.\n\nDone /m);
    });

    test('[K16] a child is found by its thread, its task, or a prefix of either, and shows its parent', async () => {
      const { taskId, childThreadId } = await childOf('settled', 0);
      const whole = await well(['show', childThreadId]);
      assert.match(whole, new RegExp(`^for ${taskId}, step 1 of thr_\\w+$`, 'm'));
      assert.match(whole, /^Instruction .*\n {2}settled: use the tool$/m);
      const suffix = taskId.slice('task_'.length);
      for (const meant of [taskId, suffix, taskId.slice(0, -2), suffix.slice(0, -2)]) {
        assert.equal(await well(['show', meant]), whole);
      }
    });

    test('[K16] a large result is bounded, and read from its blob with --full', async () => {
      const { childThreadId } = await childOf('settled', 0);
      const bounded = await well(['show', childThreadId]);
      const whole = await well(['show', childThreadId, '--full']);
      assert.ok(!bounded.includes('and its end'));
      assert.ok(whole.includes(`→ ${bigResult}`));
      assert.ok(bounded.length < whole.length / 2);
    });

    test('[K16] questions are shown open with their id, and answered with the answer', async () => {
      const open = await childOf('open', 1);
      assert.match(await well(['show', open.childThreadId]), /^ {4}\? Which year\?\n {4}open: qst_\w+$/m);
      const answered = await childOf('settled', 1);
      assert.match(await well(['show', answered.childThreadId]), /^ {4}answered: The year 2023$/m);
    });

    test('[K16] a retry is a second task of the same call', async () => {
      assert.match(
        await well(['show', await chat('fail')]),
        /task task_\w+ {2}Failed[\s\S]*task task_\w+_2 {2}\w+.* · attempt 2$/m,
      );
    });

    test('[K16] --json prints the folded thread', async () => {
      const root = await chat('settled');
      const { events } = JSON.parse(await well(['export', root]));
      const folded = fold(
        null,
        events.filter(({ threadId }: { threadId: string }) => threadId === root),
      );
      assert.deepEqual(JSON.parse(await well(['show', root, '--json'])), JSON.parse(JSON.stringify(folded)));
    });

    test('[K16] last is the newest chat; a missing or ambiguous name exits with 2', async () => {
      assert.match(await well(['show', 'last']), /^● boss {2}open {2}/);
      for (const meant of ['thr_nobody', 'task_nobody', 'nobody', '', 'thr_']) {
        const { code, stdout, stderr } = await on(['show', meant]);
        assert.deepEqual([meant, code, stdout], [meant, 2, '']);
        assert.match(stderr, /^There is no thread "/);
      }
      const several = await on(['show', '0']);
      assert.equal(several.code, 2);
      assert.match(
        several.stderr,
        /^Several threads begin with "0": (thr_\w+, ){3}thr_\w+, …\. Give more of the id\.\n$/,
      );
    });

    test('[K16][K19] no line is wider than the screen; only an id is never cut', async () => {
      for (const columns of [40, 80]) {
        const lines = `${await well(['show', 'last', '--full'], columns)}${await well(['stats'], columns)}`.split('\n');
        const wide = lines.filter((line) => widthOf(line) > columns && !/(thr|task|call)_/.test(line));
        assert.deepEqual(wide, []);
      }
    });

    test('[K19] stats add up threads, tokens, tasks, success and retries by agent, and chats by day', async () => {
      const { agents, days }: UsageReport = JSON.parse(await well(['stats', '--json']));
      const [boss, worker] = ['boss', 'worker'].map((name) => agents.find((agent) => agent.name === name));
      assert.ok(boss && worker && agents.length === 2);
      assert.deepEqual([boss.threads, boss.tasks, boss.retries], [4, 0, 0]);
      assert.deepEqual([worker.threads, worker.tasks, worker.retries], [9, 9, 1]);
      const { succeeded, failed, cancelled } = worker;
      const states: ThreadState[] = [];
      for (const title of ['settled', 'open', 'fail', 'stopped'])
        states.push(JSON.parse(await well(['show', await chat(title), '--json'])));
      const spent = states.reduce((sum, { usage }) => sum + usage.inputTokens, 0);
      assert.equal(boss.inputTokens, spent);
      const tasks = states.flatMap(({ items }) =>
        items.flatMap((item) => (item.type === 'step' ? item.calls.flatMap((call) => call.tasks) : [])),
      );
      const ends = (status: string) => tasks.filter(({ outcome }) => outcome?.status === status).length;
      assert.deepEqual([succeeded, failed, cancelled], [ends('success'), ends('failed'), ends('cancelled')]);
      assert.equal(
        days.reduce((sum, day) => sum + day.chats, 0),
        4,
      );
      assert.equal(
        days.reduce((sum, day) => sum + day.tasks, 0),
        9,
      );
      assert.match(days[0]?.day ?? '', /^\d{4}-\d\d-\d\d$/);
    });

    test('[K19] stats can be limited to days, one agent or one chat; an invalid filter is reported', async () => {
      const tasksOf = async (...words: string[]) => {
        const { agents }: UsageReport = JSON.parse(await well(['stats', '--json', ...words]));
        return agents.reduce((sum, { tasks }) => sum + tasks, 0);
      };
      assert.equal(await tasksOf('--agent', 'worker'), 9);
      assert.equal(await tasksOf('--agent', 'agt_boss'), 0);
      assert.equal(await tasksOf('--chat', await chat('settled')), 2);
      assert.equal(await tasksOf('--to', '2001-01-01'), 0);
      const nothing = await on(['stats', '--to', '2001-01-01']);
      assert.deepEqual([nothing.code, nothing.stdout], [0, '']);
      for (const words of [
        ['--from', 'yesterday'],
        ['--agent', 'no such'],
        ['--chat', 'thr_none'],
      ])
        assert.equal((await on(['stats', ...words])).code, 2, words.join(' '));
    });

    test('[K19] stats are drawn as aligned tables with a total', async () => {
      const [head = '', ...rest] = (await well(['stats'])).split('\n');
      assert.match(head, /^agent +threads +steps +in +out +~est +worked +tasks +success +retries +tokens$/);
      const rows = rest.slice(0, rest.indexOf(''));
      assert.deepEqual(rows.map((row) => row.split(' ')[0]).sort(), ['all', 'boss', 'worker']);
      for (const row of rows) assert.match(row.slice(0, head.indexOf('threads') + 'threads'.length), /\d$/);
      assert.match(rest.join('\n'), /\nday \(UTC\) +chats +tasks +success +worked +tokens\n\d{4}-\d\d-\d\d +4 +9 /);
    });
  });
}
