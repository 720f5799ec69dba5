import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launchRetinue, retinue } from '../../../../../tests/support/apps/cli.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';

const canMount = spawnSync('sh', ['-c', 'unshare -rm true']).status === 0;
const mounts = canMount ? false : 'a mount of its own needs unshare and user namespaces, and they are not here';
const hasFullDevice = existsSync('/dev/full') ? false : 'there is no /dev/full';

describe('output', { concurrency: 2 }, () => {
  let folder = '';
  let data = '';

  before(async () => {
    folder = await temporaryDirectory();
    data = join(folder, 'data');
    assert.equal((await retinue(['run', 'Hello', '--data', data])).code, 0);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('[K52] output that cannot be written is an error', { skip: hasFullDevice }, async () => {
    const commands = ['export last', 'list', 'stats', 'tree last', 'show last', 'list --json', 'verify'];
    for (const words of [...commands.map((command) => command.split(' ')), ['--help']]) {
      const through = (command: string) => ['sh', '-c', `${command} > /dev/full`];
      const all = words[0] === '--help' ? words : [...words, '--data', data];
      const { code, stderr } = await retinue(all, { through, input: '' });
      assert.deepEqual([words, code, stderr], [words, 1, "The output can't be written: the disk is full.\n"]);
    }
    const gone = (command: string) => ['bash', '-c', `set -o pipefail; ${command} | true`];
    const { code, stderr } = await retinue(['export', 'last', '--data', data], { through: gone, input: '' });
    assert.deepEqual([code, stderr], [0, '']);
  });

  test('[K53] no control character of a file, a path or a server reaches the terminal', async () => {
    const nasty = '\u001b]0;owned\u0007\u001b[31m\u009b2J\u0000\u202e';
    const bad = join(folder, 'bad.json');
    const event = { type: nasty, seq: 1, threadId: nasty };
    const files = [
      JSON.stringify({ format: 'retinue-chat', version: nasty, events: [], blobs: {} }),
      JSON.stringify({ [nasty]: 1 }),
      JSON.stringify({ format: 'retinue-chat', version: 1, exportedAt: 1, events: [event], blobs: {} }),
      JSON.stringify({ format: 'retinue-backup', version: nasty, release: nasty, backedUpAt: 1 }),
      `${JSON.stringify({ format: nasty })}\n${nasty}`,
      nasty,
    ];
    const target = join(folder, 'target');
    for (const content of files) {
      writeFileSync(bad, content);
      for (const command of ['import', 'restore'])
        isClean(await retinue([command, bad, '--data', command === 'restore' ? target : data]));
    }
    const paths = [
      ['import', `${folder}/${nasty.replace('\u0000', '')}`],
      ['tree', nasty.replace('\u0000', '')],
      [nasty.replace('\u0000', '')],
    ];
    for (const words of paths) isClean(await retinue([...words, '--data', data]));
  });

  test('[K10] start reports a problem with a path, without a stack', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const paths = [file, join(file, 'below'), '/proc/retinue', join(folder, 'x'.repeat(300))];
    for (const path of paths) await isRefused(['start', '--data', path], path);
    await isRefused(['token', 'rotate', '--data', file], file);
  });

  test('[K10] start reports a read-only or full disk', { skip: mounts }, async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const readOnly = (command: string) => [
      'unshare',
      '-rm',
      'sh',
      '-c',
      `mount -t tmpfs -o ro tmpfs ${disk} && exec ${command}`,
    ];
    await isRefused(['start', '--data', disk], disk, readOnly);
    await isRefused(['start', '--data', join(disk, 'below')], disk, readOnly);
    const fill = `dd if=/dev/zero of=${disk}/filler bs=4k count=1000 2>/dev/null`;
    const full = (command: string) => [
      'unshare',
      '-rm',
      'sh',
      '-c',
      `mount -t tmpfs -o size=64k tmpfs ${disk}; ${fill}; exec ${command}`,
    ];
    await isRefused(['start', '--data', disk], disk, full);
  });

  test('[Q51] a server whose disk is full is not ready, and is ready again once there is room', {
    skip: mounts,
  }, async () => {
    const disk = join(folder, 'filling');
    const marks = join(folder, 'marks');
    for (const path of [disk, marks]) mkdirSync(path);
    const wait = (name: string) =>
      `i=0; while [ ! -e ${marks}/${name} ] && [ $i -lt 600 ]; do i=$((i+1)); sleep 0.1; done`;
    const filling = `( ${wait('fill')}; dd if=/dev/zero of=${disk}/filler bs=4k count=4000 2>/dev/null; touch ${marks}/full; ${wait('free')}; rm ${disk}/filler; touch ${marks}/freed ) &`;
    const through = (command: string) => [
      'unshare',
      '-rm',
      'sh',
      '-c',
      `mount -t tmpfs -o size=8m tmpfs ${disk}; ${filling} exec ${command}`,
    ];
    const environment = { RETINUE_PORT: '0', RETINUE_LOG_LEVEL: 'silent' };
    const server = launchRetinue(['start', '--data', disk], { environment, through, input: '' });
    const [, url = ''] = await server.shows(/^ {2}(http:\S+)\/#set-up=/m);
    const ready = async (wanted: number) => {
      for (let looks = 0; looks < 200; looks += 1) {
        const reply = await fetch(`${url}/readyz`);
        if (reply.status === wanted) return reply.json();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return assert.fail(`never ${wanted}`);
    };
    assert.deepEqual(await ready(200), { status: 'ready' });
    writeFileSync(join(marks, 'fill'), '');
    assert.deepEqual(await ready(503), { status: 'store-not-writable' });
    writeFileSync(join(marks, 'free'), '');
    assert.deepEqual(await ready(200), { status: 'ready' });
    server.signal('SIGKILL');
    await server.ended;
  });
});

async function isRefused(words: string[], path: string, through?: (command: string) => string[]): Promise<void> {
  const environment = { RETINUE_PORT: '0', RETINUE_LOG_LEVEL: 'silent' };
  const { code, stderr } = await retinue(words, { environment, input: '', ...(through ? { through } : {}) });
  assert.equal(code, 1, `${path}: ${stderr}`);
  assert.ok(stderr.includes(path), stderr);
  assert.match(stderr, /RETINUE_DATA|Check the|Free some space/);
  assert.doesNotMatch(stderr, /\n {4}at |Please report/);
}

function isClean({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }): void {
  assert.notEqual(code, 0);
  assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n\t]|\p{Bidi_Control}/u);
  assert.doesNotMatch(stderr, /Please report/);
}
