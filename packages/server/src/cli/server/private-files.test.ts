import assert from 'node:assert/strict';
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launchRetinue, retinue } from '../../../../../tests/support/apps/cli.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';

/** The extremes, and in the long run the usual one between them. */
const umasks = process.env.RETINUE_UMASKS?.split(',') ?? ['000', '777'];
const isWindows = process.platform === 'win32';

describe('private files', { concurrency: 2, skip: isWindows }, () => {
  let folder = '';

  before(async () => {
    folder = await temporaryDirectory();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const umask of umasks) {
    test(`[Q50] only their owner can read the files of a server, a backup and an export, under umask ${umask}`, async () => {
      const home = join(folder, umask);
      mkdirSync(home);
      const data = join(home, 'data');
      const through = (command: string) => ['sh', '-c', `umask ${umask}; exec ${command}`];
      const environment = { RETINUE_PORT: '0', RETINUE_LOG_LEVEL: 'warn' };
      const server = launchRetinue(['start', '--data', data], { environment, through });
      await server.shows(/set-up=/);
      assert.deepEqual(openToOthers(data), []);
      server.signal('SIGKILL');
      await server.ended;
      const commands = [
        ['run', 'Hello'],
        ['search', 'Hello'],
        ['export', 'last', '--output', join(home, 'chat.json')],
        ['backup', join(home, 'all.jsonl')],
        ['restore', join(home, 'all.jsonl'), '--force'],
      ];
      for (const words of commands) {
        const { code, stderr } = await retinue([...words, '--data', data], { input: '', through });
        assert.equal(code, 0, stderr);
        assert.deepEqual(openToOthers(data), []);
      }
      assert.ok(readdirSync(data).some((name) => name.startsWith('before-')));
      for (const name of ['chat.json', 'all.jsonl']) assert.equal(modeOf(join(home, name)), 0o600);
    });
  }

  test('[Q50.1] a directory that others could read is tightened by the next start, with all that is in it', async () => {
    const data = join(folder, 'open');
    assert.equal((await retinue(['run', 'Hello', '--data', data])).code, 0);
    mkdirSync(join(data, 'before-20200101T000000Z'));
    cpSync(join(data, 'retinue.db'), join(data, 'before-20200101T000000Z', 'retinue.db'));
    writeFileSync(join(data, 'token'), `${'a'.repeat(43)}\n`);
    writeFileSync(join(data, 'server.json'), '{}');
    for (const path of allIn(data)) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
    const environment = { RETINUE_PORT: '0', RETINUE_LOG_LEVEL: 'warn' };
    const server = launchRetinue(['start', '--data', data], { environment });
    await server.shows(/set-up=/);
    const open = openToOthers(data);
    server.signal('SIGINT');
    await server.ended;
    assert.deepEqual(open, []);
  });

  test('[Q50.2] in a directory with foreign files a start changes only its own files, and says that others can list them', async () => {
    const data = join(folder, 'shared');
    const foreign = ['notes.txt', 'token.txt', 'retinue.db.txt', 'before-lunch', 'restoring-photos', 'photos'];
    for (const name of foreign.slice(3)) mkdirSync(join(data, name), { recursive: true });
    for (const name of foreign.slice(0, 3)) writeFileSync(join(data, name), 'mine');
    writeFileSync(join(data, 'restoring-photos', 'one.jpg'), 'mine');
    const paths = [...foreign, 'restoring-photos/one.jpg'].map((name) => join(data, name));
    for (const path of paths) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o664);
    const mayList: boolean[] = [];
    for (const mode of [0o775, 0o711]) {
      chmodSync(data, mode);
      const { stderr } = await startAndStop(data);
      assert.equal(modeOf(data), mode);
      for (const path of paths) assert.equal(modeOf(path), lstatSync(path).isDirectory() ? 0o755 : 0o664, path);
      const own = openToOthers(data).filter((path) => path !== data && !paths.includes(path));
      assert.deepEqual(own, []);
      mayList.push(stderr.includes(`Others can list the files in ${data}`));
    }
    assert.deepEqual(mayList, [true, false]);
  });

  test('[Q50.2] the home directory and a world-writable directory keep their permissions, even when empty', async () => {
    for (const [name, mode] of [
      ['home', 0o755],
      ['everybody', 0o1777],
    ] as const) {
      const data = join(folder, name);
      mkdirSync(data);
      chmodSync(data, mode);
      await startAndStop(data, { HOME: join(folder, 'home') });
      assert.equal(lstatSync(data).mode & 0o7777, mode);
      assert.deepEqual(
        openToOthers(data).filter((path) => path !== data),
        [],
      );
    }
  });
});

async function startAndStop(data: string, environment: Record<string, string> = {}) {
  const through = (command: string) => ['sh', '-c', `umask 000; exec ${command}`];
  const settings = { RETINUE_PORT: '0', RETINUE_LOG_LEVEL: 'warn', ...environment };
  const server = launchRetinue(['start', '--data', data], { environment: settings, through });
  await server.shows(/set-up=/);
  server.signal('SIGINT');
  return server.ended;
}

function openToOthers(directory: string): string[] {
  return allIn(directory).filter((path) => modeOf(path) !== (lstatSync(path).isDirectory() ? 0o700 : 0o600));
}

function allIn(directory: string): string[] {
  const inside = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => join(directory, name));
  return [directory, ...inside];
}

function modeOf(path: string): number {
  return lstatSync(path).mode & 0o777;
}
