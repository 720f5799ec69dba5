import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { agentIdOf, localWorkspaceId, problemSchema, routes } from '@retinue/protocol';
import { startPostgres } from '../../postgres/server.ts';
import type { ServedApp } from '../../support/apps/served-app.ts';
import { wait } from '../../support/apps/test-app.ts';
import type { TwoWorkspaces } from '../../support/apps/two-workspaces.ts';
import { openPlace, openTwoWorkspaces, resumeWork } from '../../support/apps/two-workspaces.ts';
import { ask } from '../../support/http/ask.ts';
import type { Fuzzed } from '../../support/http/fuzz.ts';
import { Fuzz, operationsOf } from '../../support/http/fuzz.ts';
import { damagedRequest, sendRaw } from '../../support/http/raw-requests.ts';
import { runSeed } from '../../support/random/run-seed.ts';

const count = Number(process.env.RETINUE_FUZZ ?? 1000);
/** Set by the long run: no reply may take longer. */
const maxReplyMs = Number(process.env.RETINUE_MAX_REPLY_MS ?? Number.POSITIVE_INFINITY);
/**
 * These read every event of the store, at most two of them at once, so their time inevitably grows with the store: a backup
 * checks the whole file before its first byte, and a check answers at its end. They get a minute. They run in threads of their own, and the other requests of a batch are answered beside them within the limit.
 */
const wholeStore = new Set<string>(['backUp', 'verify']);
const wholeStoreFactor = 60;
const seed = runSeed('RETINUE_SEED');

/** Some routes read a whole store, so the requests of a long run are spread over several stores. */
const mostPerStore = 10_000;

interface Answer {
  status: number;
  type: string;
  text: string;
  ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Only the beginning of a stream is read. */
async function send(url: string, request: Fuzzed, own: Record<string, string>): Promise<Answer> {
  const answer = await sendOnce(url, request, own);
  if (answer !== 'closed') return answer;
  const second = await sendOnce(url, request, own);
  return second === 'closed' ? { status: 0, type: '', text: '', ms: 0 } : second;
}

/** A connection that was kept open can close just when it is used again. As HTTP clients do, the request is then sent once more. */
function sendOnce(
  url: string,
  { method, path, headers, body }: Fuzzed,
  own: Record<string, string>,
): Promise<Answer | 'closed'> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  const took = () => performance.now() - startedAt;
  return new Promise((resolve, reject) => {
    // Node adds none to a HEAD request, whose body would be taken for the next request.
    const length = body ? { 'content-length': String(body.length) } : {};
    const options = { agent, hostname, port, method, path, headers: { ...own, ...headers, ...length } };
    const sent = httpRequest(options, (reply) => {
      const type = reply.headers['content-type'] ?? '';
      const answer = (told: string) => resolve({ status: reply.statusCode ?? 0, type, text: told, ms: took() });
      if (!type.startsWith('text/event-stream')) return void text(reply).then(answer, reject);
      reply.on('error', () => {});
      answer('');
      sent.destroy();
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (!['EPIPE', 'ECONNRESET', 'HPE_CLOSED_CONNECTION'].includes(error.code ?? '')) return reject(error);
      if (sent.reusedSocket && error.code === 'ECONNRESET') return resolve('closed');
      resolve({ status: 0, type: '', text: '', ms: took() });
    });
    sent.end(body ?? undefined);
  });
}

/** A server may answer a request that is too large and hang up before all of it was sent, so the answer may be lost. */
function mayBeCutOff({ headers, body }: Fuzzed): boolean {
  const headerBytes = Object.values(headers).reduce((sum, value) => sum + value.length, 0);
  return headerBytes > 10_000 || (body?.length ?? 0) > 100_000;
}

function complaintOf({ status, type, text: told, ms }: Answer, request: Fuzzed): string | null {
  if (ms > maxReplyMs * (wholeStore.has(request.operationId) ? wholeStoreFactor : 1))
    return `it took ${ms.toFixed(0)} ms`;
  if (/\n\s+at |node:internal|\/packages\/|\.ts:\d/.test(told)) return 'it shows its insides';
  if (status >= 500) return 'an error of the server';
  if (status === 0) return mayBeCutOff(request) ? null : 'no answer';
  if (status < 400) return null;
  if (type !== 'application/problem+json') return told === '' && type === '' ? null : `an error as ${type}`;
  const problem = told === '' ? null : problemSchema.safeParse(JSON.parse(told));
  if (problem && (!problem.success || problem.data.detail === '' || problem.data.status !== status))
    return 'no problem';
  return null;
}

async function stillWorks({ owner, served, errors }: ServedApp): Promise<void> {
  assert.deepEqual(errors, []);
  await resumeWork(owner, localWorkspaceId);
  const params = { workspaceId: localWorkspaceId };
  const { chatId } = await owner.openChat({ params, body: { agentId: agentIdOf('worker'), text: 'Still there?' } });
  while ((await owner.getChat({ params: { ...params, chatId } })).status === 'active') await wait(10);
  assert.ok((await owner.listMessages({ params: { ...params, chatId } })).results.length >= 2);
  const { findings } = await owner.verify({});
  assert.deepEqual(findings.slice(0, 5), []);
  assert.ok((await served.retinue.log.feed.head()) > 0);
}

test('[W12] any request to any route of the OpenAPI document gets a reply, a mistake with a message', async (context) => {
  for (let sent = 0; sent < count; sent += mostPerStore) {
    await using two = await openTwoWorkspaces();
    await sendAnything(context, two, { seed: seed + sent, count: Math.min(mostPerStore, count - sent) });
  }
});

test('[W12] any request gets a reply with a message over PostgreSQL too', async (context) => {
  await using postgres = await startPostgres();
  const store = { kind: 'postgres', url: await postgres.createDatabase() } as const;
  await using two = await openTwoWorkspaces(undefined, store);
  await sendAnything(context, two, { seed, count: Math.min(mostPerStore, count / 5) });
});

interface Sending {
  seed: number;
  count: number;
}

async function sendAnything(context: TestContext, two: TwoWorkspaces, { seed, count }: Sending): Promise<void> {
  context.diagnostic(`seed ${seed}, ${count} requests`);
  const { app } = two;
  const document = (await ask(app.url, { method: 'GET', path: '/api/openapi.json' })).json as Record<string, unknown>;
  const operations = operationsOf(document);
  assert.deepEqual(operations.map(({ operationId }) => operationId).toSorted(), Object.keys(routes).toSorted());
  const known: Record<string, string[]> = {};
  const learn = (place: Record<string, string>) => {
    for (const [name, id] of Object.entries(place)) known[name] = [...(known[name] ?? []).slice(-5), id];
  };
  const fixed = { subAgentIds: ['agt_worker'], tools: ['look'], workspaceId: [localWorkspaceId] };
  for (const place of [two.here, two.beside, two.elsewhere]) learn(place);
  const fuzz = new Fuzz(seed, known);
  Object.assign(known, fixed);
  const own = { authorization: `Bearer ${app.token}` };
  const complaints: string[] = [];
  const statuses = new Map<number, number>();
  let longestMs = 0;
  for (let sent = 0; sent < count; ) {
    const batch = Array.from({ length: 20 }, () => {
      const next = operations[Math.floor(fuzz.random() * operations.length)];
      // Deleted things give no interesting replies, so little is deleted; and reads of the whole store take long.
      const isRare = next?.method === 'DELETE' || wholeStore.has(next?.operationId ?? '');
      const operation = isRare && fuzz.random() < 0.8 ? operations[sent % operations.length] : next;
      sent += 1;
      if (!operation) throw new Error('no operations');
      return fuzz.request(operation);
    });
    const answers = await Promise.all(batch.map((one) => send(app.url, one, own)));
    for (const [index, answer] of answers.entries()) {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      longestMs = Math.max(longestMs, answer.ms);
      const request = batch[index] as Fuzzed;
      const complaint = complaintOf(answer, request);
      const { body, ...one } = request;
      const shown = `${JSON.stringify(one).slice(0, 600)} ${String(body).slice(0, 400)}`;
      if (complaint) complaints.push(`${complaint}: ${answer.status} ${answer.text.slice(0, 300)} to ${shown}`);
    }
    if (sent % 100 > 0) continue;
    learn(await openPlace(app, localWorkspaceId));
    Object.assign(known, fixed, { id: known.chatId });
  }
  context.diagnostic(
    [...statuses]
      .sort()
      .map(([status, times]) => `${status}: ${times}`)
      .join(', ')
      .concat(`; the longest took ${longestMs.toFixed(0)} ms`),
  );
  assert.deepEqual(complaints.slice(0, 5), [], `${complaints.length} complaints, seed ${seed}`);
  assert.ok((statuses.get(200) ?? 0) > count / 20, 'many requests must be right');
  await stillWorks(app);
}

test('[W12] requests that are damaged as bytes get a reply or are cut off', async (context) => {
  await using two = await openTwoWorkspaces();
  const { app } = two;
  const document = (await ask(app.url, { method: 'GET', path: '/api/openapi.json' })).json as Record<string, unknown>;
  const operations = operationsOf(document);
  const fuzz = new Fuzz(seed, { workspaceId: [localWorkspaceId], chatId: [two.here.chatId] });
  const own = { host: new URL(app.url).host, authorization: `Bearer ${app.token}` };
  const rawCount = Math.ceil(count / 10);
  context.diagnostic(`seed ${seed}, ${rawCount} requests`);
  for (let sent = 0; sent < rawCount; sent += 20) {
    const batch = Array.from({ length: 20 }, () => {
      const operation = operations[Math.floor(fuzz.random() * operations.length)];
      if (!operation) throw new Error('no operations');
      return damagedRequest(fuzz.request(operation), own, fuzz.random);
    });
    for (const [index, told] of (await Promise.all(batch.map((bytes) => sendRaw(app.url, bytes)))).entries()) {
      const statuses = [...told.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
      const shown = `${batch[index]?.toString('latin1').slice(0, 500)}\n→ ${told.slice(0, 500)}`;
      assert.ok(
        statuses.every((status) => status < 500),
        shown,
      );
    }
  }
  await stillWorks(app);
});

test('[W12] bytes that are hardly HTTP get a reply or are cut off, and the server continues', async () => {
  await using two = await openTwoWorkspaces();
  const { url, token } = two.app;
  const { port } = new URL(url);
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const own = `${host}Authorization: Bearer ${token}\r\n`;
  const post = `POST /api/workspaces/ws_local/chats HTTP/1.1\r\n${own}Content-Type: application/json\r\n`;
  const pieces = [
    'GARBAGE\r\n\r\n',
    '\u0000\u0001\u0002\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET / HTTP/1.1\r\n\r\n`,
    `GET / HTTP/1.0\r\n\r\n`,
    `GET /\u0000 HTTP/1.1\r\n${host}\r\n`,
    `GET /\\..\\x HTTP/1.1\r\n${host}\r\n`,
    `GET * HTTP/1.1\r\n${host}\r\n`,
    `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
    `GET http://[::1 HTTP/1.1\r\n${host}\r\n`,
    `GET http://evil.example/api/workspaces HTTP/1.1\r\n${own}\r\n`,
    `CONNECT 127.0.0.1:1 HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}${host}\r\n`,
    `GET / HTTP/1.1\r\nHost: a b\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(1_000_000)}\r\n\r\n`,
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}Expect: 200-maybe\r\n\r\n`,
    `${post}Content-Length: 100\r\n\r\n{"text":"cut`,
    `${post}Content-Length: -5\r\n\r\n{}`,
    `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"tex`,
    `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    `${post}Content-Length: 99999999999\r\n\r\n{}`,
  ];
  for (const piece of pieces) {
    const socket = createConnection(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(piece, 'latin1');
    setTimeout(() => socket.end(), 60);
    const told = await text(socket).catch(() => '');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(told)?.[1] ?? 0);
    assert.ok(status < 500, `${piece.slice(0, 80)}: ${told.slice(0, 300)}`);
    if (status >= 400) assert.match(told, /application\/problem\+json[\s\S]*"code":"[a-z-]+"/, piece.slice(0, 80));
  }
  await stillWorks(two.app);
});
