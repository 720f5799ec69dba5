import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Route, RouteName } from '@retinue/protocol';
import { localWorkspaceId, routes } from '@retinue/protocol';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import type { Place, TwoWorkspaces } from '../support/apps/two-workspaces.ts';
import { bodyFor, openPlace, openTwoWorkspaces, pathFor } from '../support/apps/two-workspaces.ts';
import { ask } from '../support/http/ask.ts';
import { connect } from '../support/http/sse.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import { header, ids, openChat } from '../support/stores/facts.ts';
import { postgresFindings, sqliteFindings } from '../support/stores/query-plans.ts';
import type { RecordedQuery } from '../support/stores/recorded-queries.ts';
import { QueryRecorder } from '../support/stores/recorded-queries.ts';

const { stores } = bothStores();
const table = Object.entries(routes) as [RouteName, Route][];

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L60] no request reads more rows because the store has grown: ${kind}`, async () => {
    const place = await stores[kind]();
    const queries = await queriesOfEveryRoute(place);
    assert.ok(queries.length > 40, `only ${queries.length} queries were seen`);
    // For SQLite a thread reads them, and this recorder sees only the loop, so a long read on the loop is a finding.
    const exempt = kind === 'postgres' ? longReads : new Set<string>();
    const onLoop = queries.filter(({ text, during }) => during.difference(exempt).size > 0 && !onceAtStart.test(text));
    const findings = place.kind === 'postgres' ? await postgresFindings(place.url, onLoop) : sqliteFindings(onLoop);
    assert.deepEqual(findings, []);
  });
}

/** Their work inevitably grows with the store; PostgreSQL does it by itself. */
const longReads = new Set<string>(['getUsage', 'search', 'listChats by title']);
/** The migrations, and the check of the tables before them. */
const onceAtStart =
  /^UPDATE task SET is_empty|^UPDATE \w+ SET (opened|asked)_position|THEN 0 ELSE|sqlite_schema|FROM pg_class/;

/** Every route once on existing things, and cases beyond the table: pages, filters, and streams of many chats. */
async function queriesOfEveryRoute(store: StorePlace): Promise<RecordedQuery[]> {
  using recorder = new QueryRecorder();
  await using two = await openTwoWorkspaces(undefined, store);
  const { log } = two.app.served.retinue;
  for (let round = 0; round < 20; round += 1) {
    const chats = Array.from({ length: 20 }, () => log.append(header('open-chat'), [openChat(ids.thread())]));
    await Promise.all(chats);
  }
  for (const [name, route] of table) {
    recorder.during = 'start';
    const own = route.method === 'GET' ? two.here : await openPlace(two.app, localWorkspaceId);
    recorder.during = name;
    if ('stream' in route.reply) await readStream(two, pathFor(name, own));
    else await send(two, name, route, own);
  }
  const pages = `/api/workspaces/${localWorkspaceId}/chats`;
  for (const query of ['?limit=5&offset=10', `?limit=5&cursor=${await cursorOf(two, pages)}`]) {
    recorder.during = `listChats ${query}`;
    await get(two, pages + query);
  }
  recorder.during = 'listChats by title';
  await get(two, `${pages}?title=hello`);
  recorder.during = 'stream of many chats';
  const { results } = await two.app.owner.listChats({
    params: { workspaceId: localWorkspaceId },
    query: { limit: '9' },
  });
  const chats = results.map(({ chatId }) => chatId).join(',');
  for (const after of [0, (await log.feed.head()) - 10]) {
    await readStream(two, `/api/workspaces/${localWorkspaceId}/stream?chats=${chats}&after=${after}`);
  }
  // A reader from further back than the server's memory, a command line that names a thread, and the sweep.
  recorder.during = 'what needs a restart';
  await log.readModels.chatsSince(localWorkspaceId, (await log.feed.head()) - 10, 100);
  const { results: open } = await two.app.owner.listOpenQuestions({ params: { workspaceId: localWorkspaceId } });
  const named = open.map(({ questionId }) => questionId);
  assert.ok(named.length > 0);
  await log.readModels.questionsNamed(localWorkspaceId, named);
  await log.readModels.openQuestionsIn(localWorkspaceId, [two.here.chatId, two.beside.chatId]);
  await log.readModels.threadsNamed(localWorkspaceId, two.here.chatId.slice(0, 8), 10);
  await log.read({ workspaceId: localWorkspaceId, rootId: two.here.chatId, after: 0, limit: 10 });
  await log.purge(0);
  return [...recorder.queries.values()];
}

async function cursorOf(two: TwoWorkspaces, path: string): Promise<string> {
  return ((await get(two, `${path}?limit=5`)) as { cursor: string }).cursor;
}

async function get({ app }: TwoWorkspaces, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${app.token}` };
  const told = await ask(app.url, { method: 'GET', path, headers });
  assert.equal(told.status, 200, `${path}: ${told.text}`);
  return told.json;
}

async function send({ app }: TwoWorkspaces, name: RouteName, { method }: Route, place: Place): Promise<void> {
  const headers = { authorization: `Bearer ${app.token}` };
  const body = bodyFor(name, place);
  const told = await ask(app.url, {
    method,
    path: pathFor(name, place),
    headers,
    ...(body === undefined ? {} : { body }),
  });
  assert.ok(told.status < 500, `${name}: ${told.text}`);
}

/** Long enough for the first queries of the connection. */
async function readStream({ app }: TwoWorkspaces, path: string): Promise<void> {
  const connection = connect(app.url + path, { authorization: `Bearer ${app.token}` }, () => {});
  await connection.status;
  await wait(100);
  connection.cut();
  await connection.ended;
}
