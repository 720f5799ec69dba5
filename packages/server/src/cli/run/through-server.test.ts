import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { eventSchema, localWorkspaceId } from '@retinue/protocol';
import { startPostgres } from '../../../../../tests/postgres/server.ts';
import type { Ran } from '../../../../../tests/support/apps/cli.ts';
import { launchRetinue, retinue } from '../../../../../tests/support/apps/cli.ts';
import { dispatched, retinueInProcess } from '../../../../../tests/support/apps/dispatched.ts';
import type { Serving } from '../../../../../tests/support/apps/serving.ts';
import { startServing } from '../../../../../tests/support/apps/serving.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';

const parallel = 'What did electricity cost in Norway, Sweden and Poland in 2023?';
const unclear = 'Compare Oslo and Berlin';
const waste = 'Household waste by city and year';
const escapeMark = '\u001b';

let folder = '';
let served = '';
let server: Serving;

before(async () => {
  folder = await temporaryDirectory();
  served = join(folder, 'served');
  assert.equal((await retinueInProcess(['run', 'Hello', '--data', served])).code, 0);
  server = await startServing(served);
});
after(async () => {
  await server.owner.getSignedIn({}); // If the server had died meanwhile, every command would have worked alone.
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** The visible output, without ids and times, which differ in every run. Parallel work ends in any order. */
function seen({ code, stdout, stderr }: Ran, data: string): unknown {
  const plain = (text: string) =>
    text
      .replaceAll(data, '<data>')
      .replaceAll(/(thr|task|call|qst|msg)_\w+/g, '$1')
      .replaceAll(/\d+(\.\d+)? (ms|s)\b/g, 'a while')
      .split('\n')
      .sort();
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
}

function firstIn(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[0] ?? assert.fail(`no ${pattern} in ${text}`);
}

/** A sequence of commands, each built from the output of earlier ones. */
async function live(data: string): Promise<unknown[]> {
  const told: { command: string | undefined; ran: unknown }[] = [];
  const on = async (...words: string[]) => {
    const ran = await dispatched({ kind: 'sqlite', directory: data }, words);
    told.push({ command: words[0], ran: seen(ran, data) });
    return ran;
  };
  await on('run', parallel);
  await on('run', 'Hello', '--agent', 'nobody');
  const asked = await on('run', unclear);
  const questions = [...new Set(asked.stderr.match(/qst_\w+/g))];
  await on('answer', questions[0] ?? '', waste);
  await on('answer', questions[0] ?? '', waste);
  await on('cancel', firstIn((await on('tree', 'last', '--json')).stdout, /task_\w+/));
  await on('answer', questions[1] ?? '', waste);
  await on('cancel', 'last');
  await on('send', 'last', 'What did electricity cost in Sweden in 2023?');
  await on('send', 'thr_nobody', 'Hello?');
  await on('run', 'Unemployment in Oslo');
  const task = firstIn((await on('tree', 'last', '--json')).stdout, /task_\w+/);
  await on('retry', task, '--instruction', 'What did electricity cost in Norway in 2023?');
  await on('rename', 'last', 'Electricity');
  const file = `${data}-chat.json`;
  await on('export', 'last', '--output', file);
  await on('import', file);
  await on('import', file, '--copy');
  await on('delete', 'last');
  await on('resume');
  return told.filter(({ command }) => command !== 'tree');
}

test('[K22] every command that changes something shows the same output through a server as without one', async () => {
  const alone = join(folder, 'alone');
  await retinueInProcess(['run', 'Hello', '--data', alone]);
  const [through, without] = await Promise.all([live(served), live(alone)]);
  assert.deepEqual(through, without);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: served }), []);
});

test('[K22] --json through a server prints every event of the tree once, in order', async () => {
  const { code, stdout } = await retinue(['run', parallel, '--json', '--data', served]);
  const lines = stdout.trimEnd().split('\n');
  const events = lines.map((line) => eventSchema.parse(JSON.parse(line)));
  const chatId = events[0]?.rootId ?? assert.fail('no event');
  const { stdout: exported } = await retinueInProcess(['export', chatId, '--data', served]);
  assert.equal(code, 0);
  assert.deepEqual(events, JSON.parse(exported).events);
});

test('[K22][K4] Ctrl-C stops the chat in the server, which keeps running', async () => {
  const running = launchRetinue(['run', parallel, '--data', served]);
  await running.shows(/→ Researcher/);
  const [, chatId = ''] = await running.shows(/\((thr_\w+)\)/);
  running.signal('SIGINT');
  const { code, stderr } = await running.ended;
  assert.deepEqual([code, stderr], [130, 'Canceled.\n']);
  const { results } = await server.owner.listChats({ params: { workspaceId: localWorkspaceId } });
  assert.equal(results.find((chat) => chat.chatId === chatId)?.status, 'cancelled');
});

test('[K22] resume follows open work of the server; restore is refused while it runs', async () => {
  const asked = await retinueInProcess(['run', unclear, '--data', served]);
  assert.equal(asked.code, 3);
  const { code, stdout, stderr } = await retinueInProcess(['resume', '--data', served]);
  assert.equal(code, 0);
  assert.match(stdout, /^Resuming: Compare Oslo and Berlin/);
  assert.match(stderr, /Answer with: retinue answer qst_/);
  const file = join(folder, 'backup.jsonl');
  assert.equal((await retinueInProcess(['backup', file, '--data', served])).code, 0);
  const restored = await retinueInProcess(['restore', file, '--force', '--data', served]);
  assert.deepEqual([restored.code, restored.stdout], [1, '']);
  assert.ok(restored.stderr.startsWith(`A server runs on this store at ${server.url}. Stop it first`), restored.stderr);
  assert.equal((await retinueInProcess(['cancel', 'last', '--data', served])).code, 0);
});

test('[K22][L51] a chat with open work is imported through a server, where it is at rest', async () => {
  const asked = await retinueInProcess(['run', unclear, '--data', served]);
  const chat = await retinueInProcess(['export', 'last', '--data', served]);
  assert.equal(asked.code, 3);
  const { code, stdout } = await retinue(['import', '-', '--copy', '--data', served], { input: chat.stdout });
  assert.equal(code, 0);
  assert.match(stdout, /^Canceled open work in 3 threads\. Send a message to continue\.$/m);
  const chatId = firstIn(stdout, /thr_\w+/);
  const tree = await retinueInProcess(['tree', chatId, '--data', served]);
  assert.match(tree.stdout, /Imported by cli at \S+Z, exported at \S+Z/);
  const { code: answered } = await retinueInProcess([
    'answer',
    firstIn(chat.stdout, /qst_\w+/),
    waste,
    '--data',
    served,
  ]);
  assert.equal(answered, 3, 'the chat that it came from still waits');
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: served }), []);
});

const hasScript = process.platform === 'linux' && spawnSync('sh', ['-c', 'script --version']).status === 0;
test('[K22][K14] in a terminal the tree is drawn live through a server, and its questions are asked', {
  skip: hasScript ? false : 'the program script of util-linux makes the terminal, and it is not here',
}, async () => {
  const running = launchRetinue(['run', unclear, '--data', served], {
    through: (command) => ['script', '-qec', command, '/dev/null'],
    environment: { TERM: 'xterm-256color' },
  });
  await running.shows(/asks \(Oslo\)/);
  running.type('2\r');
  await running.shows(/asks \(Berlin\)/);
  running.type(`${waste}\r`);
  const { code, stdout } = await running.ended;
  assert.equal(code, 0);
  assert.ok(stdout.includes(`${escapeMark}[38;2;14;138;125m■ Researcher`));
  assert.match(stdout, /Recycling rate \(Oslo/);
});

test('[K22] a server that dies is reported; its address file is stale, so the next command works alone', async () => {
  const data = join(folder, 'dying');
  await using dying = await startServing(data);
  const running = launchRetinue(['run', parallel, '--data', data]);
  await running.shows(/→ Researcher/);
  dying.process.signal('SIGKILL');
  const { code, stderr } = await running.ended;
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^The server at http:\S+ no longer answers\..*continues at the next start: retinue start --data/,
  );
  assert.equal(stderr.trimEnd().split('\n').length, 1);
  const resumed = await retinueInProcess(['resume', '--data', data]);
  assert.equal(resumed.code, 0);
  assert.match(resumed.stdout, /Poland.* ct\/kWh/);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
});

test('[K22] the server of a database is found by the data directory, and only for that database', async () => {
  await using database = await startPostgres();
  const data = join(folder, 'of-database');
  const environment = { DATABASE_URL: await database.createDatabase(), RETINUE_DATA: data };
  await using _serving = await startServing(data, environment);
  const { code, stdout } = await retinue(['run', parallel], { environment });
  assert.equal(code, 0);
  assert.match(stdout, /Poland.* ct\/kWh/);
  assert.equal((await retinueInProcess(['rename', 'last', 'Prices'], environment)).code, 0);
  assert.match((await retinueInProcess(['list'], environment)).stdout, / Prices /);
  const other = { ...environment, DATABASE_URL: await database.createDatabase() };
  assert.equal((await retinueInProcess(['run', 'Hello'], other)).code, 0);
  assert.doesNotMatch((await retinueInProcess(['list'], environment)).stdout, / Hello /);
});
