import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Launched, launchRetinue, type Ran } from '../../../../../tests/support/apps/cli.ts';
import { retinueInProcess } from '../../../../../tests/support/apps/dispatched.ts';
import { startServing } from '../../../../../tests/support/apps/serving.ts';
import { configFor, temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { readToken } from '../../local-server/token-file.ts';
import { type OwnVerbName, verbs } from '../verbs.ts';
import { findServer } from './find-server.ts';

/** Possible replies of a process that took the port. */
const replies: Record<string, (port: number) => string> = {
  'an empty object': () => http('200 OK', '{}'),
  'a proof without a key': () => http('200 OK', JSON.stringify({ runId: 'x'.repeat(43), proof: 'x'.repeat(43) })),
  'a demand to sign in': () => http('401 Unauthorized', '{"code":"not-signed-in","detail":"Sign in first."}'),
  'a redirect to itself': (port) => http('307 Temporary Redirect', '', `location: http://127.0.0.1:${port}/\r\n`),
};

function http(status: string, body: string, headers = ''): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;
}

/** A foreign process on a port: keeps every byte that it receives. */
async function takePort(port: number, replyTo: (port: number) => string) {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received.push(Buffer.from(bytes));
      socket.write(replyTo(port));
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    heard: () => Buffer.concat(received).toString('latin1'),
    [Symbol.dispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Arguments of each command, ordered so that each finds what it needs. */
const ownCommands: Record<OwnVerbName, string[]> = {
  run: ['run', 'Hello'],
  list: ['list'],
  link: ['link'],
  send: ['send', 'last', 'And you?'],
  answer: ['answer', 'qst_none', 'Yes'],
  cancel: ['cancel', 'last'],
  stop: ['stop', 'last'],
  tree: ['tree', 'last'],
  inbox: ['inbox'],
  verify: ['verify'],
  search: ['search', 'Hello'],
  webhooks: ['webhooks', 'list'],
  show: ['show', 'last'],
  stats: ['stats'],
  limits: ['limits'],
  prices: ['prices'],
  export: ['export', 'last'],
  import: ['import', '-'],
  backup: ['backup', '-none-/all.jsonl'],
  restore: ['restore', '-'],
  resume: ['resume'],
  token: ['token', 'rotate'],
  start: ['start'],
};

/** Those that the contracts of routes describe come last: one of them deletes the chat. */
const routeCommands = [...verbs].flatMap(
  ([
    name,
    {
      takes: [place, ...texts],
    },
  ]): [string, string[]][] =>
    name in ownCommands ? [] : [[name, [name, place === 'task' ? 'task_none' : 'last', ...texts]]],
);

describe('a foreign process on the port of a server that was killed', () => {
  let folder = '';
  let data = '';
  let port = 0;
  let note = '';

  before(async () => {
    folder = await temporaryDirectory();
    data = join(folder, 'data');
    const serving = await startServing(data);
    port = Number(new URL(serving.url).port);
    serving.process.signal('SIGKILL');
    await serving.process.ended;
    note = readFileSync(join(data, 'server.json'), 'utf8');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [name, replyTo] of Object.entries(replies)) {
    test(`[K50] a foreign process gets no token in the first request of any command, answering with ${name}`, async () => {
      using foreign = await takePort(port, replyTo);
      assert.equal(await findServer(configFor(data)), null);
      holdsNoToken(foreign.heard(), (await readToken(data)) ?? '');
    });
  }

  test('[K50] no command sends a foreign process the token in any form, and the commands continue without a server', async () => {
    using foreign = await takePort(port, () => http('200 OK', '{"runId":"","proof":""}'));
    for (const [command, words] of [...Object.entries(ownCommands), ...routeCommands]) {
      const token = (await readToken(data)) ?? '';
      writeFileSync(join(data, 'server.json'), note);
      const environment = { RETINUE_PORT: '0', RETINUE_LOG_LEVEL: 'silent' };
      const { code, stderr } = await (inProcess.includes(command)
        ? endOf(launchRetinue([...words, '--data', data], { environment }), command)
        : retinueInProcess([...words, '--data', data], environment));
      assert.ok(code !== null && !/internal error/.test(stderr), `${command}: ${stderr}`);
      if (['run', 'list', 'rename', 'start'].includes(command)) assert.equal(code, 0, `${command}: ${stderr}`);
      holdsNoToken(foreign.heard(), token);
    }
    assert.match(foreign.heard(), /POST \/api\/server-proof/);
  });

  test('[K50] a proof that was relayed from the real server, at another address, is refused', async () => {
    await using serving = await startServing(data);
    const ask = (nonce: string) =>
      fetch(`${serving.url}/api/server-proof`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ nonce }),
      }).then((response) => response.text());
    assert.notEqual(await findServer(configFor(data)), null);
    writeFileSync(join(data, 'server.json'), note);
    const relay = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', async (bytes) => {
        const nonce = /"nonce":"([\w-]+)"/.exec(bytes.toString())?.[1];
        if (nonce) socket.write(http('200 OK', await ask(nonce)));
      });
    });
    await once(relay.listen(port, '127.0.0.1'), 'listening');
    assert.equal(await findServer(configFor(data)), null);
    relay.close();
  });

  test('[K51] a rotated token replaces the old one at once, also in a running server', async () => {
    await using serving = await startServing(data);
    const old = (await readToken(data)) ?? '';
    const statusWith = async (token: string) =>
      (await fetch(`${serving.url}/api/sign-in`, { headers: { authorization: `Bearer ${token}` } })).status;
    const server = await findServer(configFor(data));
    assert.equal(await statusWith(old), 200);
    const { code, stdout } = await retinueInProcess(['token', 'rotate', '--data', data]);
    assert.deepEqual([code, /^Rotated the token\./.test(stdout)], [0, true]);
    const fresh = (await readToken(data)) ?? '';
    assert.ok(!stdout.includes(fresh) && fresh !== old);
    assert.deepEqual([await statusWith(old), await statusWith(fresh)], [401, 200]);
    // A running command continues with the new token.
    const signedIn = await server?.fetch('/api/sign-in', { method: 'GET' });
    assert.match((await signedIn?.text()) ?? '', /"role":"owner"/);
    assert.equal((await retinueInProcess(['link', '--data', data])).code, 0);
    assert.equal((await retinueInProcess(['token', 'forget', '--data', data])).code, 2);
  });
});

/** These read their input, or are started like any other command to see that a process does the same. */
const inProcess = ['run', 'import', 'restore', 'start'];

async function endOf(launched: Launched, command: string): Promise<Ran> {
  if (command === 'start') await launched.shows(/set-up=/).then(() => launched.signal('SIGINT'));
  return launched.ended;
}

function holdsNoToken(heard: string, token: string): void {
  const bytes = Buffer.from(token, 'base64url');
  const hash = createHash('sha256').update(token).digest();
  const forms = [
    token,
    ...[Buffer.from(token), bytes, hash].flatMap((form) => [form.toString('hex'), form.toString('base64')]),
  ];
  assert.ok(token.length === 43 && !forms.some((form) => heard.includes(form)));
  assert.doesNotMatch(heard, /authorization|cookie/i);
}
