import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { connectTo, type Lookup, OutboundRefusal } from './connector.ts';
import { isPublicAddress } from './public-address.ts';
import { createSafeFetch } from './safe-fetch.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Canary extends AsyncDisposable {
  port: number;
  connections: number;
  requests: IncomingMessage[];
}

/** A server on loopback that counts its connections. */
async function startCanary(
  handler: Handler = (_request, response) => response.end('reached'),
  host?: string,
): Promise<Canary> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handler(request, response);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, host ?? '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const nobody = () => false;
const v4 = (address: string) => ({ address, family: 4 });
const v6 = (address: string) => ({ address, family: 6 });

/** If the guard fails, a test must reach the canary and nothing else. */
const onlyLoopback: typeof connectTo = (addresses) => {
  assert.ok(
    addresses.every(({ address }) => address === '127.0.0.1' || address === '::1'),
    JSON.stringify(addresses),
  );
  return connectTo(addresses);
};

/** Every known way to write 127.0.0.1, or to get there. */
const loopbackHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '127.000.000.001',
  '0177.0.0.1',
  '0177.0.0.01',
  '00000177.0.0.1',
  '0x7f.0.0.1',
  '0x7F.1',
  '0x7f000001',
  '0x0000007f000001',
  '2130706433',
  '017700000001',
  '127.0x1',
  '127.0.0.0x1',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '0x0',
  '0.0',
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '１２７.0.0.1',
  '①②⑦.⓪.⓪.①',
  '𝟏𝟐𝟕.𝟎.𝟎.𝟏',
  '%31%32%37.0.0.1',
  '127.0.0%2e1',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'LocalHost.',
  'ｌｏｃａｌｈｏｓｔ',
  'foo.localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::FFFF:127.1.2.3]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:0001::1]',
  '[2001:0:7f00:1::]',
  '[2001:0000:4136:e378:8000:63bf:80ff:fffe]',
];

describe('spellings of loopback', () => {
  for (const host of loopbackHosts) {
    test(`[O3] ${host} is not reached`, async () => {
      await using canary = await startCanary();
      const toLoopback: Lookup = async () => [v4('127.0.0.1')];
      const safeFetch = createSafeFetch({
        allow: nobody,
        ports: [canary.port],
        lookup: toLoopback,
        connectTo: onlyLoopback,
      });
      for (const scheme of ['http', 'https'])
        await assert.rejects(safeFetch(`${scheme}://${host}:${canary.port}/`), isRefusal);
      assert.equal(canary.connections, 0);
    });
  }
});

/** Nothing is sent to these: the connection itself is a stub. */
const closedAddresses = [
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '::a9fe:a9fe',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '4000::1',
];

describe('closed addresses', () => {
  for (const address of closedAddresses) {
    test(`[O3] ${address} is not reached, neither by itself nor by a name`, async () => {
      const { safeFetch, reached } = withStubbedConnection(async () => [
        address.includes(':') ? v6(address) : v4(address),
      ]);
      const literal = address.includes(':') ? `[${address}]` : address;
      await assert.rejects(safeFetch(`http://${literal}/`), isRefusal);
      await assert.rejects(safeFetch('https://innocent.example/'), isRefusal);
      assert.deepEqual(reached, []);
      assert.equal(isPublicAddress(address), false);
    });
  }

  test('[O3] one private address among public ones blocks the name, in any order and family', async () => {
    const open = [v4('93.184.215.14'), v6('2606:2800:21f:cb07:6820:80da:af6b:8b2c')];
    for (const closed of [v4('127.0.0.1'), v6('::1'), v4('10.0.0.1'), v6('fd00::1')]) {
      for (const addresses of [
        [closed, ...open],
        [...open, closed],
      ]) {
        const { safeFetch, reached } = withStubbedConnection(async () => addresses);
        await assert.rejects(safeFetch('http://mixed.example/'), isRefusal);
        assert.deepEqual(reached, []);
      }
    }
  });

  test('[O3] a public address is reached, at exactly the checked addresses', async () => {
    const open = [v4('93.184.215.14'), v6('2606:2800:21f:cb07:6820:80da:af6b:8b2c')];
    const { safeFetch, reached } = withStubbedConnection(async () => open);
    await assert.rejects(safeFetch('http://open.example/'), { message: 'fetch failed' });
    assert.deepEqual(reached, [open]);
  });
});

const badAddresses = [
  'file:///etc/passwd',
  'ftp://example.com/',
  'gopher://example.com/',
  'data:text/plain,hello',
  'ws://example.com/',
  'http://user@example.com/',
  'http://user:password@example.com/',
  'http://example.com@127.0.0.1/',
  'http://example.com:22/',
  'http://example.com:8080/',
  'https://example.com:6379/',
  'http://',
  'no address',
  '//example.com/',
];
for (const address of badAddresses) {
  test(`[O3] ${address} is refused with the reason before any lookup`, async () => {
    const safeFetch = createSafeFetch({ allow: nobody, lookup: () => assert.fail('nothing is to be looked up') });
    await assert.rejects(safeFetch(address), isRefusal);
  });
}

test('[O3] a name that changes its answer after the check is reached at the checked address, or not at all', async () => {
  await using canary = await startCanary();
  let asked = 0;
  const lookup: Lookup = async () => {
    asked += 1;
    return asked === 1 ? [v4('93.184.215.14')] : [v4('127.0.0.1')];
  };
  const reached: unknown[] = [];
  const safeFetch = createSafeFetch({
    allow: nobody,
    lookup,
    ports: [canary.port],
    connectTo: (addresses) => (_options, callback) => {
      reached.push(addresses);
      callback(new Error('stubbed'), null);
    },
  });
  await assert.rejects(safeFetch(`http://rebinding.example:${canary.port}/`));
  assert.deepEqual([asked, reached], [1, [[v4('93.184.215.14')]]]);
  await assert.rejects(safeFetch(`http://rebinding.example:${canary.port}/`), isRefusal);
  assert.deepEqual([reached.length, canary.connections], [1, 0]);
});

test('[O3] only the exact allowed host and port are reached, with the requested name', async () => {
  await using canary = await startCanary();
  await using other = await startCanary();
  const lookup: Lookup = async () => [v4('127.0.0.1')];
  const allow = (host: string, port: number) => host === 'ollama.example' && port === canary.port;
  const safeFetch = createSafeFetch({ allow, lookup, ports: [canary.port, other.port] });
  const reply = await safeFetch(`http://ollama.example:${canary.port}/v1`);
  assert.equal(await reply.text(), 'reached');
  assert.equal(canary.requests[0]?.headers.host, `ollama.example:${canary.port}`);
  for (const address of [
    `http://other.example:${canary.port}/`,
    `http://ollama.example:${other.port}/`,
    `http://ollama.example.:${canary.port}/`,
  ])
    await assert.rejects(safeFetch(address), isRefusal);
  assert.equal(other.connections, 0);
});

test('[O3] no proxy of the environment is used', async () => {
  await using proxy = await startCanary();
  await using canary = await startCanary();
  const before = { ...process.env };
  for (const name of ['http_proxy', 'HTTP_PROXY', 'ALL_PROXY']) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  process.env.NODE_USE_ENV_PROXY = '1';
  const allow = (_host: string, port: number) => port === canary.port;
  await (await createSafeFetch({ allow })(`http://127.0.0.1:${canary.port}/`)).text();
  process.env = before;
  assert.deepEqual([proxy.connections, canary.requests.length], [0, 1]);
});

describe('redirects', () => {
  const statuses = [301, 302, 303, 307, 308];
  for (const status of statuses) {
    test(`[O4] a ${status} to loopback is not followed from a server that is allowed`, async () => {
      await using canary = await startCanary();
      for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '0177.1']) {
        const location = `http://${host}:${canary.port}/`;
        await using first = await startCanary(redirectTo(status, location));
        const safeFetch = createSafeFetch({ allow: (_host, port) => port === first.port, ports: [canary.port] });
        await assert.rejects(safeFetch(`http://127.0.0.1:${first.port}/`), isRefusal);
        assert.equal(first.requests.length, 1);
      }
      assert.equal(canary.connections, 0);
    });
  }

  test('[O4] a chain of redirects is checked to its end and cut after five', async () => {
    await using canary = await startCanary();
    await using first = await startCanary((request, response) => {
      const hop = Number(request.url?.slice(1));
      const target = hop < 3 ? `/${hop + 1}` : `http://127.0.0.1:${canary.port}/`;
      redirectTo(302, target)(request, response);
    });
    const safeFetch = createSafeFetch({ allow: (_host, port) => port === first.port, ports: [canary.port] });
    await assert.rejects(safeFetch(`http://127.0.0.1:${first.port}/0`), isRefusal);
    assert.deepEqual([first.requests.length, canary.connections], [4, 0]);
    await using endless = await startCanary(redirectTo(302, '/again'));
    const patient = createSafeFetch({ allow: (_host, port) => port === endless.port });
    await assert.rejects(patient(`http://127.0.0.1:${endless.port}/`), /redirects too often/);
    assert.equal(endless.requests.length, 6);
  });

  test('[O4] keys stay at their origin, and a POST becomes a GET where required', async () => {
    await using second = await startCanary();
    await using first = await startCanary(redirectTo(302, `http://127.0.0.1:${second.port}/there`));
    const safeFetch = createSafeFetch({ allow: (_host, port) => port === first.port || port === second.port });
    const headers = {
      authorization: 'Bearer sk-canary',
      'x-api-key': 'sk-canary',
      cookie: 'a=sk-canary',
      accept: 'text/plain',
    };
    const reply = await safeFetch(`http://127.0.0.1:${first.port}/`, { method: 'POST', body: 'content', headers });
    assert.equal(await reply.text(), 'reached');
    const [received] = second.requests;
    assert.equal(received?.method, 'GET');
    assert.equal(received?.headers.accept, 'text/plain');
    assert.ok(!JSON.stringify(received?.headers).includes('canary'));
    assert.equal(first.requests[0]?.headers.authorization, 'Bearer sk-canary');
  });

  test('[O4] a request with keys follows no redirect', async () => {
    await using second = await startCanary();
    await using first = await startCanary(redirectTo(307, `http://127.0.0.1:${second.port}/`));
    const allow = (_host: string, port: number) => port === first.port || port === second.port;
    const safeFetch = createSafeFetch({ allow, redirects: 'refuse' });
    await assert.rejects(
      safeFetch(`http://127.0.0.1:${first.port}/`, { method: 'POST', body: '{}' }),
      /redirects to another address/,
    );
    assert.equal(second.connections, 0);
  });
});

test('[O5] a reply that is too large after decompression, or too slow, is cut off; a streamed one arrives as it is written', async () => {
  const bomb = gzipSync(Buffer.alloc(3_000_000));
  await using server = await startCanary((request, response) => {
    if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    else response.write('first');
  });
  const allow = (_host: string, port: number) => port === server.port;
  const base = `http://127.0.0.1:${server.port}`;
  const bounded = createSafeFetch({ allow, maxBytes: 1_000_000, timeoutMs: 300 });
  await assert.rejects(async () => (await bounded(`${base}/bomb`)).arrayBuffer(), /more than 1000000 bytes/);
  await assert.rejects(async () => (await bounded(`${base}/slow`)).text(), { name: 'TimeoutError' });
  const streaming = createSafeFetch({ allow, maxBytes: null, timeoutMs: null });
  assert.equal((await (await streaming(`${base}/bomb`)).arrayBuffer()).byteLength, 3_000_000);
  const stop = new AbortController();
  const reply = await streaming(`${base}/slow`, { signal: stop.signal });
  const { value } = (await reply.body?.getReader().read()) ?? assert.fail('no body');
  assert.equal(Buffer.from(value ?? []).toString(), 'first');
  stop.abort();
});

test('[O3] a Request is treated like an address', async () => {
  await using canary = await startCanary();
  const safeFetch = createSafeFetch({ allow: (_host, port) => port === canary.port });
  const request = new Request(`http://127.0.0.1:${canary.port}/x`, {
    method: 'PUT',
    headers: { 'x-own': '1' },
    body: 'hi',
  });
  assert.equal(await (await safeFetch(request)).text(), 'reached');
  assert.deepEqual([canary.requests[0]?.method, canary.requests[0]?.headers['x-own']], ['PUT', '1']);
  await assert.rejects(createSafeFetch({ allow: nobody, ports: [canary.port] })(request.url), isRefusal);
});

test('[O3] a connection is made only to the given addresses', async () => {
  await using canary = await startCanary();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const options = {
    hostname: 'nowhere.example',
    host: 'nowhere.example',
    protocol: 'http:',
    port: String(canary.port),
  };
  connectTo([v4('127.0.0.1')])(options, (error, socket) => {
    resolve(error ? error.message : socket?.remoteAddress);
    socket?.destroy();
  });
  assert.equal(await promise, '127.0.0.1');
});

function redirectTo(status: number, location: string): Handler {
  return (_request, response) => response.writeHead(status, { location }).end();
}

function withStubbedConnection(lookup: Lookup) {
  const reached: unknown[] = [];
  const safeFetch = createSafeFetch({
    allow: nobody,
    lookup,
    connectTo: (addresses) => (_options, callback) => {
      reached.push(addresses);
      callback(new Error('stubbed'), null);
    },
  });
  return { safeFetch, reached };
}

function isRefusal(error: unknown): boolean {
  assert.ok(error instanceof OutboundRefusal, String(error instanceof Error ? (error.cause ?? error) : error));
  assert.match(error.message, /\.$/);
  return true;
}
