import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { agentIdOf, localWorkspaceId, skillIdOf } from '@retinue/protocol';
import { launchRetinue, retinue } from '../../../../../tests/support/apps/cli.ts';
import { agent, temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { writeAddress } from '../../local-server/address-file.ts';
import { proofOf } from '../../local-server/server-proof.ts';
import { storePrint } from '../../local-server/store-print.ts';
import { readToken } from '../../local-server/token-file.ts';
import { createPaint, withoutForeignControls } from './paint.ts';

const nasty = '\u001b]0;owned\u0007\u001b[31m\u009b2J\u0000\u202e';

const canMount = spawnSync('sh', ['-c', 'unshare -rm true']).status === 0;
const mounts = canMount ? false : 'a mount of its own needs unshare and user namespaces, and they are not here';
const isRoot = process.getuid?.() === 0;
const mayBeOther = !isRoot || spawnSync('sh', ['-c', 'setpriv --reuid=65534 true']).status === 0;
const otherUser = mayBeOther ? false : 'another user needs setpriv, and it is not here';
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

  test('[K53][K53.1] verify shows the name of an agent without control characters', async () => {
    const own = join(folder, 'named');
    assert.equal((await retinue(['run', 'Hello', '--data', own])).code, 0);
    const agentId = agentIdOf('nasty');
    const named = { ...agent('nasty'), name: `A${nasty}x`, skillIds: [skillIdOf('gone')] };
    using database = new DatabaseSync(join(own, 'retinue.db'));
    const insert =
      "INSERT INTO record (workspace_id, kind, id, version, data, updated_at) VALUES (?, 'agent', ?, 1, ?, 1)";
    database.prepare(insert).run(localWorkspaceId, agentId, JSON.stringify(named));
    database.close();
    for (const json of [[], ['--json']]) {
      const ran = await retinue(['verify', ...json, '--data', own]);
      isClean(ran);
      assert.match(ran.stdout, /Agent A.*x \(agt_nasty\) has skill sk[a-z]*_gone/);
    }
  });

  test("[K53] a server's reply is shown without control characters", async () => {
    const own = join(folder, 'replied');
    assert.equal((await retinue(['run', 'Hello', '--data', own])).code, 0);
    assert.equal((await retinue(['token', 'rotate', '--data', own])).code, 0);
    for (const status of [200, 400]) {
      await using server = await serveReplies(own, status);
      for (const command of [
        'prices',
        'limits',
        'stats',
        'list',
        'webhooks list',
        'stop last',
        'link',
        'list --json',
      ]) {
        isPlain(await retinue([...command.split(' '), '--data', own]));
      }
      assert.ok(server.requests > 0);
    }
  });

  test('[K53] only the colors of Retinue reach a terminal with colors', () => {
    const paint = createPaint(true);
    const agentMark = { badge: { color: '#6D5AE6', icon: 'bot' }, name: 'Scout' };
    const own = [paint.badge(agentMark), paint.status('waiting'), paint.series(7, 'x'), paint.dim('y')].join(' ');
    assert.equal(
      withoutForeignControls(`${own} A${nasty.replace('\u001b[31m', '\u001b[8m')}B ${own}`),
      `${own} AB ${own}`,
    );
  });

  test('[K10] start reports a problem with a path, without a stack', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const paths = [file, join(file, 'below'), '/proc/retinue', join(folder, 'x'.repeat(300))];
    for (const path of paths) await isRefused(['start', '--data', path], path);
    await isRefused(['token', 'rotate', '--data', file], file);
  });

  test('[K10] start reports a path that its user may not use, without a stack', { skip: otherUser }, async () => {
    const forbidden = join(folder, 'forbidden');
    mkdirSync(forbidden);
    chmodSync(folder, 0o755);
    chmodSync(forbidden, isRoot ? 0o700 : 0o500);
    // Root may use any path, so another user tries it.
    const asOther = isRoot ? 'setpriv --reuid=65534 --regid=65534 --clear-groups ' : '';
    const through = (command: string) => ['sh', '-c', `exec ${asOther}${command}`];
    for (const path of [join(forbidden, 'below'), ...(isRoot ? [forbidden] : [])]) {
      await isRefused(['start', '--data', path], path, through);
    }
    chmodSync(forbidden, 0o700);
  });

  test('[K10] start on a store that a command holds says so, and starts once the command has ended', async () => {
    const own = join(folder, 'held');
    const running = launchRetinue([
      'run',
      'What did electricity cost in Norway, Sweden and Poland in 2023?',
      '--data',
      own,
    ]);
    await running.shows(/→ Researcher/);
    running.signal('SIGSTOP'); // It holds the store for as long as the other one takes.
    const environment = { RETINUE_PORT: '0', RETINUE_LOG_LEVEL: 'silent' };
    const refused = await retinue(['start', '--data', own], { environment });
    running.signal('SIGCONT');
    assert.equal((await running.ended).code, 0);
    assert.equal(refused.code, 1, refused.stderr);
    assert.equal(refused.stdout, '');
    const message = `Another Retinue process holds ${own}. Stop it, or name another directory with RETINUE_DATA.\n`;
    assert.equal(refused.stderr, message);
    const server = launchRetinue(['start', '--data', own], { environment });
    await server.shows(/#set-up=/);
    server.signal('SIGINT');
    assert.equal((await server.ended).code, 0);
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

/** A server of this data directory that answers every request with hostile text. */
async function serveReplies(data: string, status: number) {
  const token = (await readToken(data)) ?? assert.fail('no token');
  const runId = 'r'.repeat(43);
  const served = { url: '', requests: 0 };
  const price = { provider: `p${nasty}`, modelId: `m${nasty}`, input: 1, output: 1, cachedInput: null, version: 1 };
  const reply = JSON.stringify({ code: nasty, detail: nasty, url: nasty, results: [price], [nasty]: nasty });
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { nonce = '' } = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    response.setHeader('content-type', 'application/json');
    if (request.url === '/api/server-proof')
      return response.end(JSON.stringify({ runId, proof: proofOf(token, { nonce, runId, url: served.url }) }));
    served.requests += 1;
    return response.writeHead(status).end(reply);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') return assert.fail('no port');
  served.url = `http://127.0.0.1:${address.port}`;
  await writeAddress(data, { url: served.url, store: storePrint(data, { kind: 'sqlite', directory: data }) });
  return Object.assign(served, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function isClean(ran: { code: number | null; stdout: string; stderr: string }): void {
  assert.notEqual(ran.code, 0);
  isPlain(ran);
  assert.doesNotMatch(ran.stderr, /Please report/);
}

function isPlain({ stdout, stderr }: { stdout: string; stderr: string }): void {
  assert.notEqual(stdout + stderr, '');
  assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n\t]|\p{Bidi_Control}/u);
}
