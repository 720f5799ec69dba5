import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launchRetinue, retinue } from '../../../../tests/support/cli.ts';
import { configFor, temporaryDirectory } from '../../../../tests/support/house.ts';
import { startServing } from '../../../../tests/support/serving.ts';
import { readToken } from '../here/token-file.ts';
import type { CommandName } from './arguments.ts';
import { connect } from './connect.ts';

/** How a process that took the port may answer whatever it is sent. */
const replies: Record<string, (port: number) => string> = {
  'an empty object': () => http('200 OK', '{}'),
  'a proof without a key': () => http('200 OK', JSON.stringify({ runId: 'x'.repeat(43), proof: 'x'.repeat(43) })),
  'a demand to sign in': () => http('401 Unauthorized', '{"code":"not-signed-in","detail":"Sign in first."}'),
  'a redirect to itself': (port) => http('307 Temporary Redirect', '', `location: http://127.0.0.1:${port}/\r\n`),
};

function http(status: string, body: string, headers = ''): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;
}

/** A process of somebody else on a port: keeps every byte that it is sent. */
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

/** What each command is called with; in the order in which they leave something for the next one. */
const everyCommand: Record<CommandName, string[]> = {
  run: ['run', 'Hello'],
  list: ['list'],
  link: ['link'],
  send: ['send', 'last', 'And you?'],
  answer: ['answer', 'qst_none', 'Yes'],
  cancel: ['cancel', 'last'],
  stop: ['stop', 'last'],
  retry: ['retry', 'task_none'],
  background: ['background', 'task_none'],
  rename: ['rename', 'last', 'Another title'],
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
  delete: ['delete', 'last'],
  resume: ['resume'],
  token: ['token', 'rotate'],
  start: ['start'],
};

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
    test(`[K50] it is told no token by any command's first words, answering with ${name}`, async () => {
      using foreign = await takePort(port, replyTo);
      assert.equal(await connect(configFor(data)), null);
      holdsNoToken(foreign.heard(), (await readToken(data)) ?? '');
    });
  }

  test('[K50] no command gives it the token in any form, and the commands go on without a server', async () => {
    using foreign = await takePort(port, () => http('200 OK', '{"runId":"","proof":""}'));
    for (const [command, words] of Object.entries(everyCommand)) {
      const token = (await readToken(data)) ?? '';
      writeFileSync(join(data, 'server.json'), note);
      const environment = { RETINUE_PORT: '0', RETINUE_LOG_LEVEL: 'silent' };
      const launched = launchRetinue([...words, '--data', data], { environment });
      if (command === 'start') await launched.shows(/set-up=/).then(() => launched.signal('SIGINT'));
      const { code, stderr } = await launched.ended;
      assert.ok(code !== null && !/error of its own/.test(stderr), `${command}: ${stderr}`);
      if (['run', 'list', 'rename', 'start'].includes(command)) assert.equal(code, 0, `${command}: ${stderr}`);
      holdsNoToken(foreign.heard(), token);
    }
    assert.match(foreign.heard(), /POST \/api\/server-proof/);
  });

  test('[K50] a proof that was passed on from the real server, at another address, is not believed', async () => {
    await using serving = await startServing(data);
    const ask = (nonce: string) =>
      fetch(`${serving.url}/api/server-proof`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ nonce }),
      }).then((response) => response.text());
    assert.notEqual(await connect(configFor(data)), null);
    writeFileSync(join(data, 'server.json'), note);
    const relay = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', async (bytes) => {
        const nonce = /"nonce":"([\w-]+)"/.exec(bytes.toString())?.[1];
        if (nonce) socket.write(http('200 OK', await ask(nonce)));
      });
    });
    await once(relay.listen(port, '127.0.0.1'), 'listening');
    assert.equal(await connect(configFor(data)), null);
    relay.close();
  });

  test('[K51] a rotated token takes the place of the old one at once, also in a running server', async () => {
    await using serving = await startServing(data);
    const old = (await readToken(data)) ?? '';
    const statusWith = async (token: string) =>
      (await fetch(`${serving.url}/api/sign-in`, { headers: { authorization: `Bearer ${token}` } })).status;
    const server = await connect(configFor(data));
    assert.equal(await statusWith(old), 200);
    const { code, stdout } = await retinue(['token', 'rotate', '--data', data]);
    assert.deepEqual([code, /^Rotated the token\./.test(stdout)], [0, true]);
    const fresh = (await readToken(data)) ?? '';
    assert.ok(!stdout.includes(fresh) && fresh !== old);
    assert.deepEqual([await statusWith(old), await statusWith(fresh)], [401, 200]);
    // A command that was under way goes on with the new token.
    assert.equal((await server?.client.getSignedIn({}))?.principal.role, 'owner');
    assert.equal((await retinue(['link', '--data', data])).code, 0);
    assert.equal((await retinue(['token', 'forget', '--data', data])).code, 2);
  });
});

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
