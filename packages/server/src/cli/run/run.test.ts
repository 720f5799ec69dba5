import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { eventSchema, foldTree, viewTree } from '@retinue/protocol';
import { launchRetinue, retinue } from '../../../../../tests/support/apps/cli.ts';
import { retinueInProcess } from '../../../../../tests/support/apps/dispatched.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';

const parallel = 'What did electricity cost in Norway, Sweden and Poland in 2023?';
const escapeMark = '\u001b';
const unclear = 'Compare Oslo and Berlin';

/** A data directory for one test. */
async function inStore(use: (data: string) => Promise<void>): Promise<void> {
  const data = await temporaryDirectory();
  try {
    await use(data);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

function idsIn(text: string, pattern: RegExp): string[] {
  return [...new Set(text.match(pattern) ?? [])];
}

describe('the command line at work', { concurrency: 2 }, () => {
  test('[K1][P7] without a terminal run writes a line for each task and then the answer', () =>
    inStore(async (data) => {
      const { code, stdout, stderr } = await retinue(['run', parallel, '--data', data]);
      assert.deepEqual([code, stderr], [0, '']);
      assert.equal(stdout.match(/^ {2}→ Researcher: /gm)?.length, 3);
      assert.equal(stdout.match(/^ {2}✓ Researcher: .* — Done \(\d+ calls, /gm)?.length, 3);
      assert.match(stdout, /Norway.*24\.8 ct\/kWh/);
      assert.ok(!stdout.includes(escapeMark));
      assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
    }));

  test('[K1] a prompt can come from stdin, and another agent can be chosen', () =>
    inStore(async (data) => {
      const words = ['run', '-', '--agent', 'researcher', '--data', data];
      const { code, stdout } = await retinue(words, { input: 'What did electricity cost in Norway in 2023?' });
      assert.equal(code, 0);
      assert.match(stdout, /^Researcher: /);
      assert.match(stdout, /24\.8 ct\/kWh/);
    }));

  test('[K2][P7] --json prints every event of the tree in order of position and nothing else', () =>
    inStore(async (data) => {
      const { code, stdout } = await retinue(['run', parallel, '--json', '--data', data]);
      const events = stdout
        .trimEnd()
        .split('\n')
        .map((line) => eventSchema.parse(JSON.parse(line)));
      assert.equal(code, 0);
      assert.deepEqual(
        events.map(({ position }) => position),
        events.map((_event, index) => index + 1),
      );
      assert.equal(events.filter(({ type }) => type === 'thread.opened').length, 4);
      const shown = await retinueInProcess(['tree', 'last', '--json', '--data', data]);
      const told = foldTree(null, events);
      assert.deepEqual(JSON.parse(shown.stdout), told && JSON.parse(JSON.stringify(viewTree(told))));
    }));

  test('[K3] without a terminal a question ends the run with 3, and answer continues from there', () =>
    inStore(async (data) => {
      const asked = await retinue(['run', unclear, '--data', data]);
      const questions = idsIn(asked.stderr, /qst_\w+/g);
      assert.equal(asked.code, 3);
      assert.equal(questions.length, 2);
      assert.match(
        asked.stderr,
        /Researcher \(Oslo\) asks: .*\nAnswer with: retinue answer qst_\w+ "<your answer>" --data /,
      );
      const [first = '', second = ''] = questions;
      const half = await retinue(['answer', first, 'Household waste by city and year', '--data', data]);
      assert.deepEqual([half.code, idsIn(half.stderr, /qst_\w+/g)], [3, [second]]);
      const whole = await retinue(['answer', second, 'Household waste by city and year', '--data', data]);
      assert.equal(whole.code, 0);
      assert.match(whole.stdout, /Recycling rate \(Berlin/);
      const again = await retinueInProcess(['answer', second, 'Air', '--data', data]);
      assert.deepEqual([again.code, again.stderr], [1, `Question ${second} is closed. Your answer was not sent.\n`]);
      assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
    }));

  test('[K4] Ctrl-C stops the whole tree and leaves nothing open', () =>
    inStore(async (data) => {
      const running = launchRetinue(['run', parallel, '--data', data]);
      await running.shows(/→ Researcher/);
      running.signal('SIGINT');
      const { code, stderr } = await running.ended;
      assert.deepEqual([code, stderr], [130, 'Canceled.\n']);
      const { stdout } = await retinueInProcess(['list', '--json', '--data', data]);
      assert.equal(JSON.parse(stdout).status, 'cancelled');
      assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
      assert.match((await retinueInProcess(['resume', '--data', data])).stdout, /^No open work/);
    }));

  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGKILL', null],
  ] as const) {
    test(`[K5] after ${signal} the work is still open, and resume finishes it`, () =>
      inStore(async (data) => {
        const running = launchRetinue(['run', parallel, '--data', data]);
        await running.shows(/→ Researcher/);
        running.signal(signal);
        assert.equal((await running.ended).code, code);
        assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
        const resumed = await retinue(['resume', '--data', data]);
        assert.deepEqual([resumed.code, resumed.stderr], [0, '']);
        assert.match(resumed.stdout, /^Resuming: What did electricity/);
        assert.match(resumed.stdout, /Poland.* ct\/kWh/);
        assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
      }));
  }

  test('[K6] cancel stops one task and then the chat, and nothing else', () =>
    inStore(async (data) => {
      const asked = await retinueInProcess(['run', unclear, '--json', '--data', data]);
      const [task = ''] = idsIn(asked.stdout, /task_\w+/g);
      const one = await retinueInProcess(['cancel', task, '--data', data]);
      assert.equal(one.code, 3);
      assert.match(one.stdout, /■ Researcher: Oslo — Canceled \(/);
      const all = await retinueInProcess(['cancel', 'last', '--data', data]);
      assert.equal(all.code, 0);
      const nothing = await retinueInProcess(['cancel', 'last', '--data', data]);
      assert.equal(nothing.code, 1);
      assert.match(nothing.stderr, /is not running, so nothing was canceled/);
      assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
    }));

  test('[K6] retry is drawn as a second attempt under the same call, and send starts another turn', () =>
    inStore(async (data) => {
      const failed = await retinueInProcess(['run', 'Unemployment in Oslo', '--json', '--data', data]);
      const [task = ''] = idsIn(failed.stdout, /task_\w+/g);
      const instruction = 'What did electricity cost in Norway in 2023?';
      const retried = await retinueInProcess(['retry', task, '--instruction', instruction, '--data', data]);
      assert.equal(retried.code, 0);
      assert.match(retried.stdout, /✓ Researcher: .* \(attempt 2\) — Done/);
      const { stdout } = await retinueInProcess(['tree', 'last', '--data', data]);
      assert.match(stdout, /■ Researcher .* Failed[\s\S]*↻ ■ Researcher .* Done {2}attempt 2/);
      const sent = await retinueInProcess([
        'send',
        'last',
        'What did electricity cost in Sweden in 2023?',
        '--data',
        data,
      ]);
      assert.equal(sent.code, 0);
      assert.match(sent.stdout, /Sweden.* ct\/kWh/);
      assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
    }));

  test('[K7] tree, list and verify read a store that another process holds', () =>
    inStore(async (data) => {
      const running = launchRetinue(['run', parallel, '--data', data]);
      await running.shows(/→ Researcher/);
      const [tree, list, verified] = await Promise.all(
        [['tree', 'last'], ['list'], ['verify']].map((words) => retinue([...words, '--data', data])),
      );
      await running.ended;
      assert.deepEqual([tree?.code, list?.code, verified?.code], [0, 0, 0]);
      assert.match(tree?.stdout ?? '', /◆ Orchestrator .*\nthr_\w+\n├─ » What did electricity cost/);
      assert.match(
        list?.stdout ?? '',
        /^thr_\w+ {2}(Running|Done) +What did electricity cost .* \(3 tasks, just now\)\n$/,
      );
      const id = /thr_\w+/.exec(list?.stdout ?? '')?.[0] ?? '';
      assert.equal((await retinueInProcess(['tree', id.slice(0, 14), '--data', data])).code, 0);
      assert.equal((await retinueInProcess(['tree', 'thr_z', '--data', data])).code, 2);
    }));

  test('[K8.2] resume exits with 0 if questions are open and says how to answer them', () =>
    inStore(async (data) => {
      await retinueInProcess(['run', unclear, '--data', data]);
      const { code, stderr } = await retinue(['resume', '--data', data]);
      assert.equal(code, 0);
      assert.match(stderr, /Answer with: retinue answer qst_/);
    }));

  const hasScript = process.platform === 'linux' && spawnSync('sh', ['-c', 'script --version']).status === 0;
  test(
    '[K14] in a terminal the questions are asked one after the other, and a number picks an option',
    {
      skip: hasScript ? false : 'the program script of util-linux makes the terminal, and it is not here',
    },
    () =>
      inStore(async (data) => {
        const running = launchRetinue(['run', unclear, '--data', data], {
          through: (command) => ['script', '-qec', command, '/dev/null'],
          environment: { TERM: 'xterm-256color' },
        });
        await running.shows(/asks \(Oslo\)/);
        running.type('2\r');
        await running.shows(/asks \(Berlin\)/);
        running.type('Household waste by city and year\r');
        const { code, stdout } = await running.ended;
        assert.equal(code, 0);
        assert.ok(stdout.includes(`${escapeMark}[38;2;14;138;125m■ Researcher`));
        assert.match(stdout, /Recycling rate \(Oslo/);
        assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
      }),
  );
});
