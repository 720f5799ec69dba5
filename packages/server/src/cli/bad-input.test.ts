import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { launchRetinue, retinue } from '../../../../tests/support/apps/cli.ts';
import { temporaryDirectory } from '../../../../tests/support/apps/test-app.ts';
import { verifyStore } from '../integrity/verify/verify.ts';
import { numberedTypes } from '../log/format/packing.ts';

const question = 'What did electricity cost in Norway, Sweden and Poland in 2023?';

describe('bad input', { concurrency: 2 }, () => {
  let folder = '';
  let good = '';

  before(async () => {
    folder = await temporaryDirectory();
    good = join(folder, 'good');
    assert.equal((await retinue(['run', 'Hello', '--data', good])).code, 0);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function copyOf(name: string): string {
    const data = join(folder, name);
    cpSync(good, data, { recursive: true });
    return data;
  }

  test('[K9] wrong usage has a message, exits with 2 and touches no store', async () => {
    const data = join(folder, 'never-made');
    const wrong: [words: string[], told: RegExp][] = [
      [['dance'], /There is no command "dance"\. Commands: start, resume, link, token, run, /],
      [['run'], /run needs a prompt/],
      [['run', 'two', 'words'], /Put the prompt in quotes/],
      [['run', 'Hello', '--colour'], /Unknown option '--colour'/],
      [['run', '  '], /text must not be empty/],
      [['run', 'Hello', '--agent', 'no body'], /There is no agent "no body"/],
      [['tree'], /tree needs a chat/],
      [['list', 'all'], /list takes no "all"/],
      [['show'], /show needs a thread/],
      [['import', 'one.json', 'two.json'], /import takes no "two\.json"/],
      [['restore'], /restore needs a file/],
    ];
    for (const [words, told] of wrong) {
      const { code, stdout, stderr } = await retinue([...words, ...(words[0] === 'dance' ? [] : ['--data', data])]);
      assert.deepEqual([words, code, stdout], [words, 2, '']);
      assert.match(stderr, told);
      assert.doesNotMatch(stderr, /\n {4}at /);
    }
    await assert.rejects(verifyStore({ kind: 'sqlite', directory: data }), { code: 'missing' });
  });

  test('[K9] an unknown agent is refused with a list of the known ones', async () => {
    const { code, stderr } = await retinue(['run', 'Hello', '--agent', 'nobody', '--data', copyOf('agent')]);
    assert.equal(code, 2);
    const names = ['orchestrator', 'researcher', 'analyst', 'explorer', 'planner', 'general'];
    assert.equal(
      stderr,
      `Agent agt_nobody does not exist. Choose one of: ${names.map((name) => `agt_${name}`).join(', ')}.\n`,
    );
  });

  test('[K9] a prompt of 1 MB is refused', async () => {
    const words = ['run', '-', '--data', join(folder, 'never-made')];
    const { code, stderr } = await retinue(words, { input: 'a'.repeat(1024 * 1024) });
    assert.deepEqual([code, stderr], [2, 'text must have at most 256 KB.\n']);
  });

  test('[K9] every wrong setting of the environment is named', async () => {
    const environment = { RETINUE_MAX_DEPTH: 'x', RETINUE_FOO: '1' };
    const { code, stderr } = await retinue(['run', 'Hello', '--data', folder], { environment });
    assert.equal(code, 2);
    assert.match(stderr, /RETINUE_MAX_DEPTH must be a whole number from 0 to 10\./);
    assert.match(stderr, /RETINUE_FOO is not a setting\./);
  });

  test('[K9] help has examples, for the whole and for each command', async () => {
    const overview = await retinue(['--help']);
    assert.equal(overview.code, 0);
    const columns = [...overview.stdout.matchAll(/^ {2}(?!npm )\S.*? {2,}(?=\S)/gm)].map(([start]) => start.length);
    assert.ok(columns.length > 25);
    assert.equal(new Set(columns).size, 1, `summaries begin in the columns ${[...new Set(columns)].join(', ')}`);
    assert.doesNotMatch((await retinue(['import', '--help'])).stdout, /--copy/);
    const acting = [
      'start',
      'resume',
      'link',
      'run',
      'send',
      'answer',
      'cancel',
      'retry',
      'rename',
      'delete',
      'import',
      'backup',
      'restore',
    ];
    const commands = [...acting, 'tree', 'list', 'verify', 'show', 'stats', 'export'];
    for (const command of commands) {
      assert.match(overview.stdout, new RegExp(`^ {2}${command} `, 'm'));
      const { code, stdout } = await retinue([command, '--help']);
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^${command}.*: [\\s\\S]*^ {2}retinue ${command}`, 'm'));
    }
  });

  for (const command of ['run', 'list', 'verify']) {
    const words = command === 'run' ? ['run', 'Hello'] : [command];

    test(`[K10] ${command} does not change a store of a newer release and says so`, async () => {
      const data = copyOf(`newer-${command}`);
      using database = new DatabaseSync(join(data, 'retinue.db'));
      database.exec('PRAGMA user_version = 99');
      database.close();
      await isRefused([...words, '--data', data], /written by a newer Retinue \(format 99;.*Update Retinue/, data);
    });

    test(`[K10] ${command} does not change a damaged file and says so`, async () => {
      const data = join(folder, `damaged-${command}`);
      mkdirSync(data);
      writeFileSync(join(data, 'retinue.db'), 'these are not the bytes of a database\n'.repeat(500));
      await isRefused([...words, '--data', data], /damaged or not a Retinue store.*Restore a copy/, data);
    });
  }

  test('[K10] a store that another process holds is not opened for work', async () => {
    const data = join(folder, 'held');
    const holder = launchRetinue(['run', question, '--data', data]);
    await holder.shows(/→ Researcher/);
    holder.signal('SIGSTOP'); // it holds the store for as long as the other one takes
    const { code, stderr } = await retinue(['run', 'Hello', '--data', data]);
    assert.equal(code, 1);
    assert.match(stderr, /Another Retinue process holds .*held\. Stop it, or name another directory/);
    holder.signal('SIGCONT');
    assert.equal((await holder.ended).code, 0);
    assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
  });

  test('[K10] a data directory that cannot be made is named', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    for (const data of [file, join(file, 'below')]) {
      const { code, stderr } = await retinue(['run', 'Hello', '--data', data]);
      assert.deepEqual([code, stderr], [1, `${data} is not a directory. Name another one with RETINUE_DATA.\n`]);
    }
  });

  const canMount = spawnSync('sh', ['-c', 'unshare -rm true']).status === 0;
  const skip = canMount ? false : 'a mount of its own needs unshare and user namespaces, and they are not here';

  const readOnlyDisks = [
    { state: 'closed in order', isRead: false },
    { state: 'that a reader has left its files in', isRead: true },
  ];
  for (const { state, isRead } of readOnlyDisks) {
    test(`[K10] on a read-only disk a store ${state} can be read, and a run says that it cannot be written`, {
      skip,
    }, async () => {
      const data = copyOf(`read-only ${state}`.replaceAll(' ', '-'));
      if (isRead) await retinue(['list', '--data', data]);
      const mount = `mount --bind ${data} ${data} && mount -o remount,ro,bind ${data}`;
      const through = (command: string) => ['unshare', '-rm', 'sh', '-c', `${mount} && exec ${command}`];
      const looked = await retinue(['verify', '--data', data], { through, input: '' });
      assert.deepEqual([looked.code, looked.stderr], [0, '']);
      const { code, stderr } = await retinue(['run', 'Hello', '--data', data], { through, input: '' });
      assert.equal(code, 1);
      assert.match(stderr, /^.* can't be (read or )?written.*(Make it writable|Check the directory and the disk).*\n$/);
    });
  }

  test('[K11] a disk that fills up ends the run with one message, and nothing acknowledged is lost', {
    skip,
  }, async () => {
    const data = join(folder, 'full');
    const kept = join(folder, 'kept');
    mkdirSync(data);
    const through = (command: string) => [
      'unshare',
      '-rm',
      'sh',
      '-c',
      `mount -t tmpfs -o size=320k tmpfs ${data} && ${command}; code=$?; cp -r ${data} ${kept}; exit $code`,
    ];
    const { code, stdout, stderr } = await retinue(['run', question, '--data', data, '--json'], { through, input: '' });
    assert.deepEqual(
      [code, stderr],
      [1, `The disk that holds ${data} is full. Acknowledged work is kept. Free some space and start again.\n`],
    );
    await goesOn(kept, stdout);
  });

  test('[K11] a file that may not grow ends the run with one message, and nothing acknowledged is lost', {
    skip: process.platform === 'win32' ? 'there is no ulimit' : false,
  }, async () => {
    const data = join(folder, 'limited');
    const through = (command: string) => ['sh', '-c', `ulimit -f 600; exec ${command}`];
    const { code, stdout, stderr } = await retinue(['run', question, '--data', data, '--json'], { through, input: '' });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `The store in ${data} can't be read or written: disk I/O error. Check the directory and the disk.\n`,
    );
    await goesOn(data, stdout);
  });

  /** Every event that was printed is in the store, and with free space again the work ends. */
  async function goesOn(data: string, told: string): Promise<void> {
    assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
    const events = told.trimEnd().split('\n');
    assert.ok(events.length > 3);
    using database = new DatabaseSync(join(data, 'retinue.db'), { readOnly: true });
    const stored = database.prepare('SELECT position, type FROM event ORDER BY position').all();
    assert.deepEqual(
      events.map((line) => JSON.parse(line)).map(({ position, type }) => [position, type]),
      stored.slice(0, events.length).map(({ position, type }) => [position, numberedTypes[Number(type)]]),
    );
    database.close();
    const resumed = await retinue(['resume', '--data', data]);
    assert.equal(resumed.code, 0);
    assert.match(resumed.stdout, /Poland.* ct\/kWh/);
    assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: data }), []);
  }

  async function isRefused(words: string[], told: RegExp, data: string): Promise<void> {
    const digest = () =>
      createHash('sha256')
        .update(readFileSync(join(data, 'retinue.db')))
        .digest('hex');
    const untouched = digest();
    const { code, stdout, stderr } = await retinue(words);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, told);
    assert.equal(stderr.trimEnd().split('\n').length, 1);
    assert.equal(digest(), untouched);
  }
});
