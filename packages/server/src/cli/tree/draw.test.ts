import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEvent, TaskNode, ThreadNode } from '@retinue/protocol';
import { foldTree, viewTree } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { byAgent, bySteps } from '../../../../../tests/support/scripted/script.ts';
import { call, fail, say, together } from '../../../../../tests/support/scripted/script-lines.ts';
import { duration } from '../../views/figures.ts';
import { oneLine, withoutControls } from '../../views/plain-text.ts';
import { pick } from '../follow/ask.ts';
import { plainLine } from '../follow/plain-line.ts';
import { createPaint } from '../output/paint.ts';
import { Screen } from '../output/screen.ts';
import { cut, widthOf, wrap } from '../output/width.ts';
import { drawLive } from './draw-live.ts';
import { drawTree } from './draw-tree.ts';

const plain = createPaint(false);
const nobodyWrites = () => null;

/** A tree of depth 2 with wide, right-to-left and hostile titles, and a question open at the bottom. */
async function writeTree(): Promise<{ chat: ThreadNode; events: LogEvent[] }> {
  const agents = [
    agent('boss', { subAgents: ['worker'] }),
    agent('worker', { subAgents: ['helper'] }),
    agent('helper', { tools: ['askUser'] }),
  ];
  const tasks = [
    '東京の降水量を調べる',
    'כמה גשם ירד בירושלים',
    '\u001b[31mred\u001b]0;title\u0007 \u202eturned',
    'x'.repeat(300),
  ];
  const script = byAgent({
    boss: bySteps(
      [together(...tasks.map((task) => call('newTask', { task, subAgentId: 'agt_worker' })))],
      [say('done')],
    ),
    worker: bySteps([call('newTask', { task: 'ask', subAgentId: 'agt_helper' })], [say('done')]),
    helper: bySteps([call('askUser', { question: 'Which\nyear?', options: ['2023', '2024'] })], [say('done')]),
  });
  await using app = await openTestApp({ script, agents, limits: { maxDepth: 3 } });
  const chat = await app.run('How much rain was there?');
  return { chat, events: await app.events(chat.thread.threadId) };
}

const tree = await writeTree();

test('[K12] the live drawing fits every screen: no line is wider, and there are never more rows', () => {
  for (const columns of [1, 5, 12, 20, 39, 40, 79, 200]) {
    for (const rows of [1, 2, 3, 5, 9, 50]) {
      const lines = drawLive({
        chats: [tree.chat],
        draftOf: nobodyWrites,
        now: Date.now(),
        columns,
        rows,
        paint: plain,
      });
      assert.ok(lines.length <= rows, `${lines.length} lines on ${rows} rows`);
      for (const line of lines) assert.ok(widthOf(line) <= columns, `${columns} columns: ${line}`);
    }
  }
});

test('[K12] a task is a row with its badge, title, status, tool and cost, under the one that requested it', () => {
  const now = tree.chat.thread.openedAt + 4100;
  const lines = drawLive({ chats: [tree.chat], draftOf: nobodyWrites, now, columns: 100, rows: 50, paint: plain });
  assert.match(
    lines[0] ?? '',
    /^● boss {2}How much rain was there\? {2}Running {2}↳ newTask ×4 {2}4\.1 s · 1\.\dk tok$/,
  );
  assert.match(lines[1] ?? '', /^├─ ● worker {2}東京の降水量を調べる {2}Running {2}↳ newTask {2}\d\.\d s · \d+ tok$/);
  assert.match(lines[2] ?? '', /^│ {2}└─ ● helper {2}ask {2}Waiting for you {2}↳ asks you {2}/);
  assert.match(lines[7] ?? '', /^└─ ● worker {2}x+… {2}Running/);
  assert.equal(lines.length, 9);
});

test('[E32] a thread that waits for its provider shows the reason and the time, drawn and in a line', async () => {
  await using app = await openTestApp({
    script: [fail({ message: 'Rate limited.', isOutage: true, retryAfterMs: 12_000 })],
    agents: [agent('boss')],
  });
  const rootId = await app.open('go');
  app.retinue.start();
  const chat = await app.until(rootId, (_tree, { thread }) => thread.retryAt !== null);
  const cut = (await app.events(rootId)).find(({ type }) => type === 'step.cut');
  const words = 'Rate limited. Retrying in 12 s.';
  const page = { draftOf: nobodyWrites, now: cut?.at ?? 0, columns: 120, rows: 20, paint: plain };
  assert.ok(
    drawLive({ chats: [chat], ...page })
      .join('\n')
      .includes(words),
  );
  assert.ok(cut && plainLine(await app.tree(rootId), cut)?.includes(words));
});

test('[K12] on a small screen finished rows are dropped first, and a line says how many are not shown', () => {
  const done = (task: TaskNode): TaskNode => ({ ...task, status: 'success' });
  const [first, ...others] = tree.chat.tasks.map((task) => ({
    ...task,
    child: task.child && { ...task.child, tasks: [] },
  }));
  assert.ok(first);
  const chat = { ...tree.chat, tasks: [...others.map(done), first] };
  const lines = drawLive({ chats: [chat], draftOf: nobodyWrites, now: 0, columns: 80, rows: 3, paint: plain });
  assert.match(lines.join('\n'), /^● boss .*\n└─ ● worker {2}東京.* Running .*\n… 3 more rows$/);
});

test("[K12] the root's unfinished text is below its tree, the end of it when it is long", () => {
  const text = Array.from({ length: 40 }, (_none, index) => `line ${index}`).join('\n');
  const draftOf = () => ({ step: 1, attempt: 1, offset: text.length, parts: [{ type: 'text' as const, text }] });
  const chat = { ...tree.chat, tasks: [] };
  const lines = drawLive({ chats: [chat], draftOf, now: 0, columns: 40, rows: 8, paint: plain });
  assert.deepEqual(lines.slice(1, 2), ['']);
  assert.equal(lines.at(-1), 'line 39');
  assert.ok(lines.length <= 8);
});

test('[K12] the whole tree shows calls, open questions and ids, and fits as well', () => {
  for (const columns of [20, 44, 120]) {
    for (const line of drawTree(tree.chat, { now: Date.now(), columns, paint: plain })) {
      assert.ok(widthOf(line) <= Math.max(columns, 40), `${columns} columns: ${line}`);
    }
  }
  const lines = drawTree(tree.chat, { now: Date.now(), columns: Number.POSITIVE_INFINITY, paint: plain }).join('\n');
  assert.match(lines, /├─ » How much rain was there\?/);
  assert.match(lines, /\? Which year\? \[2023 \| 2024\]\n.*open: qst_\w+/);
});

test("[K12] colors are those of the agent's badge, and absent without color support", () => {
  const boss = tree.chat.thread.agent;
  assert.equal(createPaint(true).badge(boss), '\u001b[38;2;136;136;136m● boss\u001b[0m');
  assert.equal(plain.badge(boss), '● boss');
});

test('[K12] a drawing replaces the one before it, also on a screen that became narrower', () => {
  let written = '';
  let columns = 20;
  const terminal = {
    isLive: true,
    canAsk: false,
    columns: () => columns,
    rows: () => 10,
    paint: plain,
    out: () => {},
    err: () => {},
    write: (text: string) => {
      written += text;
    },
  };
  const screen = new Screen(terminal);
  screen.draw(['a'.repeat(18), 'b']);
  written = '';
  screen.draw(['a'.repeat(18), 'b']);
  assert.equal(written, '');
  columns = 10;
  screen.draw(['c']);
  assert.ok(written.includes('\u001b[3A\r\u001b[J'));
});

test('[K13] no text of a model can move the cursor, set the window title or reverse the line', () => {
  assert.equal(oneLine('\u001b[31mred\u001b[0m\n\u001b]0;title\u0007 and\u009b2J \u202emore\u0000'), 'red and more');
  assert.equal(withoutControls('one\r\n\ttwo\u001b]8;;https://example.org\u001b\\link'), 'one\n\ttwolink');
  const drawn = [
    ...drawTree(tree.chat, { now: 0, columns: 100, paint: plain }),
    ...drawLive({ chats: [tree.chat], draftOf: nobodyWrites, now: 0, columns: 100, rows: 50, paint: plain }),
    ...tree.events.map((event) => {
      const whole = foldTree(null, tree.events);
      return (whole && viewTree(whole) && plainLine(whole, event)) ?? '';
    }),
  ];
  for (const line of drawn) assert.ok(!['\u001b', '\u0007', '\u202e', '\n'].some((mark) => line.includes(mark)), line);
});

test('[K12] text is measured and cut in terminal columns', () => {
  assert.deepEqual(['abc', '東京', 'é', '👩‍👩‍👧', '✔️', '\u001b[1mbold\u001b[0m'].map(widthOf), [3, 4, 1, 2, 2, 4]);
  assert.equal(cut('東京の降水量', 5), '東京…');
  assert.equal(cut('short', 5), 'short');
  assert.deepEqual(wrap('one two three', 8), ['one two', 'three']);
  assert.deepEqual(wrap('abcdefghij', 4), ['abcd', 'efgh', 'ij']);
  assert.deepEqual([40, 4100, 125_000, 7_380_000].map(duration), ['40 ms', '4.1 s', '2 min 5 s', '2 h 3 min']);
});

test('[K14] an answer picks an option by its number or its text, or is a free text', () => {
  const options = ['2023', '5', 'all years'];
  assert.deepEqual(
    ['1', ' 3 ', '5', 'all years', '9', 'neither'].map((typed) => pick(typed, options)),
    ['2023', 'all years', '5', 'all years', '9', 'neither'],
  );
});
