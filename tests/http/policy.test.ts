import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Route, RouteName } from '@retinue/protocol';
import { instanceWorkspaceId, localWorkspaceId, pageKeyHeader, problemSchema, route, routes } from '@retinue/protocol';
import { z } from 'zod';
import { createApp } from '../../packages/server/src/http/app.ts';
import type { Principal } from '../../packages/server/src/http/auth/principal.ts';
import { cookieName, SignIns } from '../../packages/server/src/http/auth/sign-ins.ts';
import { securityHeaders } from '../../packages/server/src/http/guards/check-source.ts';
import type { HttpContext } from '../../packages/server/src/http/http-context.ts';
import { loadOperations } from '../../packages/server/src/http/load-operations.ts';
import { appPaths } from '../../packages/server/src/http/pages/pages.ts';
import { openServed } from '../support/apps/served-app.ts';
import type { Place, TwoWorkspaces } from '../support/apps/two-workspaces.ts';
import { bodyFor, openTwoWorkspaces, pathFor } from '../support/apps/two-workspaces.ts';
import { jumpingClock } from '../support/clocks/jumping-clock.ts';
import type { Asked, Told } from '../support/http/ask.ts';
import { ask } from '../support/http/ask.ts';

const table = Object.entries(routes) as [RouteName, Route][];
const clock = jumpingClock();
let two: TwoWorkspaces;
let people: Record<'owner' | 'landlord' | 'editor' | 'viewer' | 'stranger' | 'tenant', Record<string, string>>;

before(async () => {
  two = await openTwoWorkspaces(clock);
  const { app, elsewhere } = two;
  const person = (id: string, role: Principal['role'], workspaceIds: Principal['workspaceIds']) =>
    app.signIn({ id, name: id, role, workspaceIds });
  people = {
    owner: { authorization: `Bearer ${app.token}` },
    landlord: await person('landlord', 'owner', [localWorkspaceId]),
    editor: await person('editor', 'editor', [localWorkspaceId]),
    viewer: await person('viewer', 'viewer', [localWorkspaceId]),
    stranger: await person('stranger', 'editor', [elsewhere.workspaceId]),
    tenant: await person('tenant', 'owner', [elsewhere.workspaceId]),
  };
});
after(() => two[Symbol.asyncDispose]());

const absent: Record<string, string> = {
  workspaceId: 'ws_absent',
  chatId: 'thr_absent',
  threadId: 'thr_absent',
  skillId: 'skl_absent',
  taskId: 'task_absent',
  questionId: 'qst_absent',
  messageId: 'msg_absent',
  toolCallId: 'call_absent',
  hash: '0'.repeat(64),
  agentId: 'agt_absent',
  providerId: 'prv_absent',
  webhookId: 'whk_absent',
  deliveryId: 'dlv_absent',
};

function send(name: RouteName, place: Record<string, string>, headers: Record<string, string>): Promise<Told> {
  const body = bodyFor(name, place as Place);
  const { method } = routes[name];
  const asked: Asked = { method, path: pathFor(name, place), headers, ...(body === undefined ? {} : { body }) };
  return ask(two.app.url, asked);
}

function assertProblem({ status, headers, json }: Told, wanted: number, code: string, about: string): void {
  assert.equal(status, wanted, `${about}: ${JSON.stringify(json)}`);
  assert.equal(headers['content-type'], 'application/problem+json', about);
  assert.equal(problemSchema.parse(json).code, code, about);
  assert.ok(problemSchema.parse(json).detail.length > 0, about);
}

/** Everything that a refused request might have changed. */
async function stateOf({ app, here, elsewhere }: TwoWorkspaces): Promise<unknown> {
  const settings = [here.workspaceId, elsewhere.workspaceId].map((workspaceId) =>
    Promise.all([
      app.owner.listAgents({ params: { workspaceId } }),
      app.owner.listProviders({ params: { workspaceId } }),
      app.owner.listWebhooks({ params: { workspaceId } }),
    ]),
  );
  const head = await app.served.retinue.log.feed.head();
  return { head, settings: await Promise.all(settings), workspaces: await app.owner.listWorkspaces({}) };
}

async function changesNothing(work: () => Promise<void>): Promise<void> {
  const earlier = await stateOf(two);
  await work();
  assert.deepEqual(await stateOf(two), earlier);
}

test('[W1] a request without a sign-in is refused on every route that is not public, and nothing changes', async () => {
  const nobodies = [
    {},
    { cookie: `${cookieName}=` },
    { cookie: `${cookieName}=${'x'.repeat(43)}` },
    { cookie: `other=1; ${cookieName}=__proto__` },
    { authorization: 'Bearer' },
    { authorization: 'Bearer null' },
    { authorization: `Bearer ${'x'.repeat(43)}` },
    { authorization: `Basic ${two.app.token}` },
    { authorization: `Bearer ${'x'.repeat(43)}`, ...people.editor },
    { cookie: people.editor.cookie ?? '' },
    { [pageKeyHeader]: people.editor[pageKeyHeader] ?? '' },
    { ...people.editor, [pageKeyHeader]: people.viewer[pageKeyHeader] ?? '' },
    { ...people.editor, [pageKeyHeader]: 'undefined' },
  ];
  await changesNothing(async () => {
    for (const [name, { policy }] of table) {
      if (policy === 'public') continue;
      for (const headers of nobodies) {
        assertProblem(await send(name, two.here, headers), 401, 'not-signed-in', `${name} ${JSON.stringify(headers)}`);
        const garbled = await send(name, { ...two.here, workspaceId: '%00' }, headers);
        assertProblem(garbled, 401, 'not-signed-in', `${name} of no workspace`);
      }
    }
  });
});

test('[W2][P1] a foreign workspace looks exactly like a missing one, on every route', async () => {
  await changesNothing(async () => {
    for (const [name, { policy, path }] of table) {
      const isInWorkspace = path.includes('{workspaceId}') || policy === 'read' || policy === 'write';
      if (!isInWorkspace) continue;
      for (const who of ['stranger', 'tenant'] as const) {
        const foreign = await send(name, two.here, people[who]);
        const missing = await send(name, { ...two.here, workspaceId: absent.workspaceId ?? '' }, people[who]);
        assertProblem(foreign, 404, 'no-such-workspace', `${name} as ${who}`);
        const told = foreign.text.replaceAll(two.here.workspaceId ?? '', absent.workspaceId ?? '');
        assert.deepEqual([missing.status, missing.text], [foreign.status, told], name);
      }
    }
  });
});

test('[W2][P1] a resource of another chat or workspace looks exactly like a missing one, at every place of an id', async () => {
  await changesNothing(async () => {
    for (const [name, { path }] of table) {
      const own = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
      const params = name === 'sendUiMessage' || name === 'listUiMessages' ? ['chatId'] : own;
      // The name of a model is the same everywhere, and not an id.
      for (const param of params.filter((one) => !['workspaceId', 'provider', 'modelId'].includes(one))) {
        const missing = await send(name, { ...two.here, [param]: absent[param] ?? '' }, people.landlord);
        const isOfWorkspace = ['chatId', 'agentId', 'providerId', 'skillId', 'webhookId'].includes(param);
        for (const other of isOfWorkspace ? [two.elsewhere] : [two.beside, two.elsewhere]) {
          const id = other[param] ?? '';
          const foreign = await send(name, { ...two.here, [param]: id }, people.landlord);
          const about = `${name} with ${param} ${id}`;
          assert.equal(foreign.status, missing.status, `${about}: ${foreign.text}`);
          assert.equal(foreign.text.replaceAll(id, 'ID'), missing.text.replaceAll(absent[param] ?? '', 'ID'), about);
          if (name === 'resumeUiStream') assert.equal(foreign.status, 204);
          else assert.equal(foreign.status, 404, about);
        }
      }
    }
  });
});

test("[W3] a viewer changes nothing, and only the server's owner does what affects the whole server", async () => {
  await changesNothing(async () => {
    for (const [name, { policy, path }] of table) {
      if (policy === 'write' || policy === 'owner')
        assertProblem(await send(name, two.here, people.viewer), 403, 'forbidden', name);
      if (policy === 'owner') assertProblem(await send(name, two.here, people.editor), 403, 'forbidden', name);
      if (policy === 'owner' && !path.includes('{workspaceId}'))
        assertProblem(await send(name, two.elsewhere, people.tenant), 403, 'forbidden', `${name} as an owner of one`);
    }
  });
});

test('[W4] a page of another site and another name for this server are refused on every route', async () => {
  const { port } = new URL(two.app.url);
  const foreign: [Record<string, string>, number, string][] = [
    [{ origin: 'https://evil.example' }, 403, 'foreign-origin'],
    [{ origin: 'null' }, 403, 'foreign-origin'],
    [{ origin: `http://127.0.0.1:${Number(port) + 1}` }, 403, 'foreign-origin'],
    [{ 'sec-fetch-site': 'cross-site' }, 403, 'foreign-origin'],
    [{ 'sec-fetch-site': 'same-site' }, 403, 'foreign-origin'],
    [{ host: 'evil.example' }, 421, 'wrong-host'],
    [{ host: `evil.example:${port}` }, 421, 'wrong-host'],
    [{ host: '127.0.0.1' }, 421, 'wrong-host'],
  ];
  await changesNothing(async () => {
    for (const [name] of table) {
      for (const [headers, status, code] of foreign) {
        const told = await send(name, two.here, { ...people.owner, ...headers });
        assertProblem(told, status, code, `${name} ${JSON.stringify(headers)}`);
        assert.equal(told.headers['access-control-allow-origin'], undefined);
      }
    }
  });
});

test('[W4] behind a public address the server still answers its own machine', async () => {
  await using served = await openServed({ script: [], server: { publicUrl: 'https://retinue.example' } });
  const local = `http://127.0.0.1:${served.served.port}`;
  const asOwn = await ask(local, { method: 'GET', path: '/healthz' });
  assert.equal(asOwn.status, 200, asOwn.text);
  const asPublic = { host: 'retinue.example', origin: 'https://retinue.example' };
  assert.equal((await ask(local, { method: 'GET', path: '/healthz', headers: asPublic })).status, 200);
  const asOther = await ask(local, { method: 'GET', path: '/healthz', headers: { host: 'other.example' } });
  assertProblem(asOther, 421, 'wrong-host', 'another name');
});

test('[W5] every mounted route is in the table and has a policy; a route that is not in it does not exist', async () => {
  const settings = { requestsPerMinute: 1, startsPerMinute: 1, signInsPerMinute: 1 };
  const app = createApp({ services: { clock }, settings } as unknown as HttpContext, await loadOperations());
  const files = ['/docs', '/favicon.ico', '/assets/page.css', '/assets/{name}'];
  const pages = [...appPaths, ...files].map((path) => `GET ${path}`);
  const mounted = app.routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const known = table.map(([, { method, path }]) => `${method} ${path}`);
  assert.deepEqual(mounted.toSorted(), ['ALL /*', ...pages, ...known].toSorted());
  // @ts-expect-error a route without a policy does not exist
  route('GET', '/api/all', { summary: 'All', reply: z.json() });
  const away = [
    '/api',
    '/api/',
    '/api/all',
    '/api/workspaces/',
    '/api/chats',
    '/%2e%2e/etc/passwd',
    '/assets/../serve.ts',
  ];
  for (const path of away) {
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND'])
      assertProblem(await ask(two.app.url, { method, path, headers: people.owner }), 404, 'no-such-route', path);
  }
});

test('[W6] an ended sign-in ends its streams within five seconds, of both kinds', async () => {
  const principal: Principal = { id: 'leaver', name: 'Leaver', role: 'editor', workspaceIds: [localWorkspaceId] };
  const headers = await two.app.signIn(principal);
  const stays = await fetch(`${two.app.url}/api/workspaces/ws_local/stream`, { headers: people.owner });
  const path = `/api/workspaces/ws_local/stream?chats=${two.here.chatId}`;
  const stream = await fetch(two.app.url + path, { headers });
  const uiStream = await fetch(`${two.app.url}/api/chat`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...(bodyFor('sendUiMessage', { chatId: 'leaving' as never }) as object),
      agentId: 'agt_sleeper',
    }),
  });
  assert.deepEqual([stream.status, uiStream.status], [200, 200]);
  const ended = [stream, uiStream].map((reply) => reply.text().catch(() => 'cut'));
  await two.app.served.signIns.principalOf(new Headers(headers)); // cached from now on
  const out = await ask(two.app.url, { method: 'DELETE', path: '/api/sign-in', headers });
  assert.equal(out.status, 200);
  clock.jump(1500);
  clock.jump(3000);
  await Promise.all(ended);
  assert.equal((await ask(two.app.url, { method: 'GET', path: '/api/sign-in', headers })).status, 401);
  const { done } = (await stays.body?.getReader().read()) ?? {};
  assert.equal(done, false, 'the stream of somebody else goes on');
});

test('[W6] a sign-in that was revoked elsewhere is accepted for at most three seconds', async () => {
  const headers = await two.app.signIn({
    id: 'gone',
    name: 'Gone',
    role: 'viewer',
    workspaceIds: [localWorkspaceId],
  });
  const stream = await fetch(`${two.app.url}/api/workspaces/ws_local/stream`, { headers });
  const { records } = two.app.served.retinue;
  const other = new SignIns({ records, clock, token: () => two.app.token });
  await other.end((headers.cookie ?? '').slice(cookieName.length + 1));
  clock.jump(3000);
  clock.jump(1500);
  await stream.text();
  assert.equal((await ask(two.app.url, { method: 'GET', path: '/api/sign-in', headers })).status, 401);
});

test('[W7][W70.2] a sign-in link works once, for fifteen minutes, and its cookie is for this server only', async () => {
  const { app } = two;
  const link = async () => (await app.owner.makeSetUpLink({})).url.split('#set-up=')[1] ?? '';
  const exchange = (token: string) => ask(app.url, { method: 'POST', path: '/api/sign-in', body: { token } });
  const token = await link();
  const twice = await Promise.all(Array.from({ length: 20 }, () => exchange(token)));
  assert.deepEqual(twice.map(({ status }) => status).toSorted(), [201, ...Array<number>(19).fill(401)]);
  const [cookie = ''] = twice.find(({ status }) => status === 201)?.headers['set-cookie'] ?? [];
  assert.match(cookie, /^retinue=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/);
  const pageKey = String((twice.find(({ status }) => status === 201)?.json as { pageKey?: string })?.pageKey);
  const headers = { cookie: cookie.split(';')[0] ?? '', [pageKeyHeader]: pageKey };
  assert.equal((await ask(app.url, { method: 'GET', path: '/api/sign-in', headers })).status, 200);
  for (const garbage of ['', token, `${token} `, 'x'.repeat(200), '__proto__', `${token.slice(0, -1)}é`])
    assertProblem(await exchange(garbage), 401, 'used-link', garbage);
  const late = await link();
  clock.jump(15 * 60_000);
  assertProblem(await exchange(late), 401, 'used-link', 'too late');
  await using secure = await openServed({
    script: [],
    server: { publicUrl: 'https://retinue.example', signInsPerMinute: 3 },
  });
  const away = { url: `http://127.0.0.1:${secure.served.port}`, path: '/api/sign-in', method: 'POST' };
  const body = { token: secure.served.setUpUrl.split('#set-up=')[1] };
  assert.match(
    (await ask(away.url, { ...away, body })).headers['set-cookie']?.[0] ?? '',
    /^__Host-retinue=.*; Path=\/; .*; Secure$/,
  );
  for (const _ of [1, 2, 3]) assert.equal((await ask(away.url, { ...away, body })).status, 401);
  const limited = await ask(away.url, { ...away, body });
  assertProblem(limited, 429, 'too-many-requests', 'too often');
  assert.match(limited.headers['retry-after'] ?? '', /^\d+$/);
});

test('[W70][W70.1] a cookie that was replayed from another port of this host does not sign in, also while its page is cached', async () => {
  const { app } = two;
  const headers = await app.signIn({ id: 'page', name: 'Page', role: 'owner', workspaceIds: 'all' });
  const signedIn = (given: Record<string, string>) =>
    ask(app.url, { method: 'GET', path: '/api/sign-in', headers: given });
  assert.equal((await signedIn(headers)).status, 200);
  const cookie = headers.cookie ?? '';
  const replayed = await signedIn({ cookie });
  assertProblem(replayed, 401, 'not-signed-in', 'the cookie alone');
  assert.match(replayed.text, /Sign in again: run \\"retinue link\\"/);
  assertProblem(await signedIn({ cookie, [pageKeyHeader]: 'x'.repeat(43) }), 401, 'not-signed-in', 'another key');
  const stream = await ask(app.url, { method: 'GET', path: pathFor('openStream', two.here), headers: { cookie } });
  assertProblem(stream, 401, 'not-signed-in', 'the stream');
});

test('[W71] a session of an earlier version, which has no page key, is not accepted', async () => {
  const { app } = two;
  const headers = await app.signIn({ id: 'early', name: 'Early', role: 'owner', workspaceIds: 'all' });
  const id = createHash('sha256')
    .update((headers.cookie ?? '').slice(cookieName.length + 1))
    .digest('hex');
  const { records } = app.served.retinue;
  await records.change({ workspaceId: instanceWorkspaceId }, { kind: 'session', id }, (current) => {
    const { pageHash: _, ...early } = (current?.data ?? {}) as Record<string, never>;
    return early;
  });
  for (const given of [headers, { cookie: headers.cookie ?? '' }]) {
    assert.equal((await ask(app.url, { method: 'GET', path: '/api/sign-in', headers: given })).status, 401);
  }
});

test('[W72] a link cannot be signed with public data, also when the token is gone', async () => {
  const { records } = two.app.served.retinue;
  let token: string | null = two.app.token;
  const signIns = new SignIns({ records, clock, token: () => token });
  const { runId = '' } = signIns.proveServer('n'.repeat(43), two.app.url) ?? {};
  const cookie = two.app.signIn({ id: 'walker', name: 'Walker', role: 'viewer', workspaceIds: [localWorkspaceId] });
  const headers = new Headers(await cookie);
  token = null;
  const signed = signIns.signPath(headers, '/api/backup');
  assert.equal((await signIns.principalOfPath(signed?.path ?? ''))?.id, 'walker');
  const id = createHash('sha256')
    .update(signIns.keyIn(headers) ?? '')
    .digest('hex');
  const forged = createHmac('sha256', runId).update(`download ${signed?.expiresAt} ${id} /api/backup`);
  const link = `${signed?.expiresAt}.${id}.${forged.digest('base64url')}`;
  assert.equal(await signIns.principalOfPath(`/api/backup?link=${link}`), null);
});

test('[W72] a signed link opens one download for a minute, while its session lasts, and nothing else', async () => {
  const { app, here } = two;
  const headers = await app.signIn({ id: 'loader', name: 'Loader', role: 'owner', workspaceIds: 'all' });
  const sign = async (path: string) => {
    const reply = await ask(app.url, { method: 'POST', path: '/api/download-links', headers, body: { path } });
    return (reply.json as { path: string }).path;
  };
  const status = async (path: string) => (await ask(app.url, { method: 'GET', path })).status;
  const exported = `${pathFor('exportChat', here)}?format=markdown`;
  const link = await sign(exported);
  assert.equal(await status(link), 200);
  assert.equal(await status(await sign('/api/backup')), 200);
  assert.equal(await status(link.replace('markdown', 'json')), 401, 'another query');
  assert.equal(await status(link.replace(here.chatId, two.elsewhere.chatId)), 401, 'another chat');
  assert.equal(await status(link.replace(/\d{13}/, String(clock.now() + 1000))), 401, 'a longer time');
  assert.equal(await status(exported), 401, 'no signature');
  assert.equal(await status(await sign(pathFor('getChat', here))), 401, 'what is no download');
  const viewer = await app.signIn({ id: 'viewer', name: 'V', role: 'viewer', workspaceIds: [localWorkspaceId] });
  const asked = { method: 'POST', path: '/api/download-links', headers: viewer, body: { path: '/api/backup' } };
  assert.equal(await status(((await ask(app.url, asked)).json as { path: string }).path), 403, 'no owner');
  clock.jump(60_000);
  assert.equal(await status(link), 401, 'too late');
  const last = await sign(exported);
  await ask(app.url, { method: 'DELETE', path: '/api/sign-in', headers });
  assert.equal(await status(last), 401, 'signed out');
  const token = { authorization: `Bearer ${app.token}` };
  const byProgram = { ...asked, headers: token };
  assertProblem(await ask(app.url, byProgram), 400, 'not-a-browser', 'a program');
});

test('[W8] every kind of reply carries the security headers', async () => {
  const { app, here } = two;
  const kinds: Asked[] = [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/docs' },
    { method: 'GET', path: '/assets/page.css' },
    { method: 'GET', path: '/healthz' },
    { method: 'HEAD', path: '/healthz' },
    { method: 'GET', path: '/api/openapi.json' },
    { method: 'GET', path: '/nowhere' },
    { method: 'GET', path: '/api/sign-in' },
    { method: 'GET', path: '/', headers: { host: 'evil.example' } },
    { method: 'GET', path: '/', headers: { host: 'a b' } },
    { method: 'GET', path: '/\\' },
    { method: 'POST', path: '/api/sign-in', body: '{' },
    { method: 'GET', path: pathFor('exportChat', here), headers: people.owner },
    { method: 'GET', path: pathFor('getBlob', here), headers: people.owner },
    { method: 'GET', path: '/api/backup', headers: people.owner },
    { method: 'GET', path: '/', headers: { 'x-large': 'x'.repeat(20_000) } },
  ];
  const replies = await Promise.all(kinds.map((kind) => ask(app.url, kind)));
  const stream = await fetch(`${app.url}/api/workspaces/ws_local/stream`, { headers: people.owner });
  await stream.body?.cancel();
  const all = [...replies.map(({ headers }) => headers), Object.fromEntries(stream.headers)];
  for (const [index, headers] of all.entries()) {
    for (const [name, value] of Object.entries(securityHeaders))
      assert.equal(headers[name], value, `${name} on ${kinds[index]?.path ?? 'a stream'}`);
  }
  assert.match(String(securityHeaders['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
  const { port } = new URL(app.url);
  const broken = createConnection(Number(port), '127.0.0.1');
  broken.write('GARBAGE\r\n\r\n');
  assert.match(await text(broken), /^HTTP\/1.1 400 [\s\S]*content-security-policy: [\s\S]*"code":"bad-request"/);
});

test('[W9][P1] two workspaces are closed to each other: lists, search, questions, usage and the stream', async () => {
  const { app, here, elsewhere } = two;
  const member = app.clientWith(people.stranger);
  const params = { workspaceId: elsewhere.workspaceId };
  const titled = await member.listChats({ params, query: { title: 'ask' } });
  assert.deepEqual(
    titled.results.map(({ chatId }) => chatId),
    [elsewhere.chatId],
  );
  const questions = await member.listOpenQuestions({ params });
  assert.deepEqual(
    questions.results.map(({ questionId }) => questionId),
    [elsewhere.questionId],
  );
  const agents = (await member.listAgents({ params })).results.map(({ agentId }) => String(agentId));
  assert.ok(agents.includes(elsewhere.agentId ?? '') && !agents.includes(here.agentId ?? ''));
  const usage = JSON.stringify(await member.getUsage({ params }));
  assert.ok(!usage.includes(here.chatId));
  assert.deepEqual(
    (await member.listWorkspaces({})).results.map(({ name }) => name),
    ['Second'],
  );
  for (const agentId of [here.agentId, 'agt_absent'])
    await assert.rejects(member.openChat({ params, body: { agentId: agentId as never, text: 'Hi' } }), { status: 404 });
});

test('[W9][P1] a stream reveals nothing of a chat of another workspace, neither from the log nor live', async () => {
  const { app, here, elsewhere } = two;
  const asked = `chats=${here.chatId},${elsewhere.chatId}&after=0`;
  const reply = await fetch(`${app.url}/api/workspaces/${elsewhere.workspaceId}/stream?${asked}`, {
    headers: people.stranger,
  });
  const place = { workspaceId: here.workspaceId, chatId: here.chatId };
  await app.owner.sendMessage({ params: place, body: { text: 'SECRET' } });
  await app.owner.answerQuestion({
    params: { ...place, questionId: here.questionId as never },
    body: { answer: 'SECRET' },
  });
  await app.owner.sendMessage({ params: elsewhere, body: { text: 'That is all' } });
  let told = '';
  for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told += piece;
    if (told.includes('That is all')) break;
  }
  assert.ok(told.includes(elsewhere.chatId));
  assert.ok(!told.includes(here.chatId) && !told.includes('SECRET'), told.slice(0, 2000));
});

test('[W10] a stream that is requested by HEAD holds nothing open', async () => {
  await using served = await openServed({ script: [], server: { streams: 2, streamsPerPerson: 2 } });
  const headers = { authorization: `Bearer ${served.token}` };
  const path = '/api/workspaces/ws_local/stream';
  for (let count = 0; count < 5; count += 1)
    assert.equal((await ask(served.url, { method: 'HEAD', path, headers })).status, 200);
  const streams = [await fetch(served.url + path, { headers }), await fetch(served.url + path, { headers })];
  assert.deepEqual(
    streams.map(({ status }) => status),
    [200, 200],
  );
  assertProblem(await ask(served.url, { method: 'GET', path, headers }), 429, 'too-many-streams', 'one too many');
  await Promise.all(streams.map(({ body }) => body?.cancel()));
});

test('[W11] the rate of started work is limited for every protocol, per person', async () => {
  await using served = await openServed({ script: [], server: { startsPerMinute: 3 } });
  const headers = { authorization: `Bearer ${served.token}` };
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const body = { ...(bodyFor('sendUiMessage', { chatId: `c${count}` as never }) as object), agentId: 'agt_boss' };
    statuses.push((await ask(served.url, { method: 'POST', path: '/api/chat', headers, body })).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
});

test('[W2][P1] an import reveals nothing of another workspace: the chat gets its own ids there', async () => {
  const { owner } = two.app;
  const { workspaceId, chatId } = two.here;
  const chat = (await (await owner.exportChat({ params: { workspaceId, chatId } as never })).json()) as never;
  const other = { workspaceId: two.elsewhere.workspaceId } as never;
  const first = await owner.importChat({ params: other, body: { chat, isCopy: false } });
  assert.notEqual(first.chatId, chatId);
  const again = await owner.importChat({ params: { workspaceId } as never, body: { chat, isCopy: false } });
  assert.equal(new Set([chatId, first.chatId, again.chatId]).size, 3);
});

test('[W4] a link to a page may be followed from anywhere, one to the API may not', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  assert.equal((await ask(two.app.url, { method: 'GET', path: '/docs', headers })).status, 200);
  assert.equal((await ask(two.app.url, { method: 'GET', path: '/api/openapi.json', headers })).status, 403);
});
