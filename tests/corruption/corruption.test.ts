import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { backupStore } from '../../packages/server/src/integrity/backup/backup.ts';
import { restoreStore } from '../../packages/server/src/integrity/restore/restore.ts';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import type { ServedApp } from '../support/apps/served-app.ts';
import { openServed } from '../support/apps/served-app.ts';
import { byAgent } from '../support/scripted/script.ts';
import { say } from '../support/scripted/script-lines.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import type { DamagedEvent } from './cases.ts';
import { eventCases, recordCases } from './cases.ts';
import { withTables, writeEventCases, writeRecordCases } from './write-cases.ts';

/*
 * One store with a damaged chat, or a damaged record, for every field of every schema in every way.
 * RETINUE_CORRUPTION=all runs every case, and a number every one in so many; without it a fixed fraction runs, from
 * another start for each store. The diagnostics say how many cases there were, how many starts, how many of those ended the process, and how many replies
 * were an error of the server.
 */
const isAll = process.env.RETINUE_CORRUPTION === 'all';
/** One case in so many, in a run that names no other number. */
const usual = 97;
const every = Number(process.env.RETINUE_CORRUPTION) || usual;
/** The whole run takes long on a busy machine; a part takes seconds. */
const timeoutMs = every < usual || isAll ? 4 * 3_600_000 : 600_000;
const { stores, newDirectory } = bothStores();
const params = { workspaceId: localWorkspaceId };

for (const [index, kind] of (['sqlite', 'postgres'] as const).entries()) {
  test(`[L41][L42][L43][L71] a store on ${kind} with every kind of damage starts, lists, opens the rest, exports and deletes`, {
    timeout: timeoutMs,
  }, async (context) => {
    const place = await stores[kind]();
    const directory = place.kind === 'sqlite' ? place.directory : await newDirectory();
    const sound = await withServed(place, directory, async (served) => [await chatIn(served), await chatIn(served)]);
    const seen: Seen = { starts: 0, exits: 0, requests: 0, serverErrors: [], problems: [], refused: new Set() };
    const watched = <Result>(on: StorePlace, use: (served: ServedApp) => Promise<Result>) =>
      countStart(seen, () => withServed(on, directory, use));
    const events = taken(eventCases(), index);
    const records = taken(recordCases(), index);
    const damaged = await withTables(place, async (run) => {
      await writeRecordCases(run, records);
      return writeEventCases(run, kind, sound[0] ?? assert.fail('no chat'), events);
    });
    await watched(place, (served) => lookAround({ served, seen }, sound, damaged, events));
    const findings = JSON.stringify(await verifyStore(place));
    const unnamed = [...seen.refused].filter((chatId) => !findings.includes(chatId));
    assert.deepEqual(unnamed, [], 'chats that open as damaged, and that verify does not name');
    const copy = await stores[kind]();
    await restoreStore(copy, linesOf(backupStore(place, 1)), { force: false, now: 1 });
    await watched(place, (served) => deleteAll({ served, seen }, sound, damaged, events));
    await verifyStore(place);
    await watched(place, async (served) => assert.deepEqual((await listed(served)).sort(), [...sound].sort()));
    await watched(copy, async (served) => {
      assert.deepEqual(new Set(await listed(served)), new Set([...sound, ...damaged]));
      await deleteAll({ served, seen }, sound, damaged, events);
    });
    const { serverErrors, problems, refused: _refused, ...counts } = seen;
    const cases = { damagedChats: events.length, damagedRecords: records.length };
    context.diagnostic(JSON.stringify({ ...cases, ...counts, serverErrors: serverErrors.length }));
    assert.deepEqual([...serverErrors, ...problems].slice(0, 100), []);
    assert.equal(counts.exits, 0);
  });
}

/** Counts of the whole run. */
interface Seen {
  starts: number;
  exits: number;
  requests: number;
  serverErrors: string[];
  /** Failures, so that one run reports all of them. */
  problems: string[];
  /** Chats that were reported as damaged when they were opened. */
  refused: Set<ThreadId>;
}

interface Asked {
  served: ServedApp;
  seen: Seen;
}

/** A start that fails is a server that exits. */
async function countStart<Result>(seen: Seen, run: () => Promise<Result>): Promise<Result> {
  const onExit = () => {
    seen.exits += 1;
  };
  process.on('uncaughtExceptionMonitor', onExit);
  seen.starts += 1;
  try {
    return await run();
  } finally {
    process.off('uncaughtExceptionMonitor', onExit);
  }
}

/** A backup's pieces are lines with their ends. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield piece.trimEnd();
}

function taken<Case extends { name: string }>(cases: readonly Case[], from: number): Case[] {
  const isTaken = ({ name }: Case, index: number) => isAll || always.test(name) || index % every === (from * 7) % every;
  return cases.filter(isTaken);
}

/** The hash of a large result: stores index it and look it up. */
const always = /^call\.(ended|late) 3\.2 /;

async function withServed<Result>(
  store: StorePlace,
  directory: string,
  use: (served: ServedApp) => Promise<Result>,
): Promise<Result> {
  await using served = await openServed({ script: byAgent({ boss: [say('Yes.')] }), store, directory });
  return await use(served);
}

async function chatIn(served: ServedApp): Promise<ThreadId> {
  const { chatId } = await served.owner.openChat({ params, body: { text: 'Hello.', agentId: 'agt_boss' as never } });
  while ((await served.owner.getChat({ params: { ...params, chatId } })).status !== 'idle') await pause();
  return chatId;
}

/** Every request that a person may make, on damaged and undamaged data. */
async function lookAround(
  asked: Asked,
  sound: readonly ThreadId[],
  damaged: readonly ThreadId[],
  cases: readonly DamagedEvent[],
): Promise<void> {
  const { served } = asked;
  assert.deepEqual(new Set(await listed(served)), new Set([...sound, ...damaged]));
  for (const chatId of sound) await served.owner.getTree({ params: { ...params, chatId } });
  for (const path of elsewhere) {
    const reply = await ask(asked, 'GET', path);
    assert.equal(reply.status, 200, `${path}: ${await reply.text()}`);
  }
  const { results: workspaces } = await served.owner.listWorkspaces({});
  assert.ok(workspaces.some(({ workspaceId }) => workspaceId === localWorkspaceId));
  await severalAtOnce(damaged, (chatId, index) => lookAtChat(asked, chatId, cases[index]));
  // The undamaged ones continue, and so do new ones.
  await served.owner.sendMessage({
    params: { ...params, chatId: sound[1] ?? assert.fail('no sound chat') },
    body: { text: 'Go on.' },
  });
  const marked = (await served.owner.listChats({ params, query: { limit: '100' } })).results.filter(
    (chat) => chat.damage,
  );
  assert.ok(marked.length > 0);
}

async function lookAtChat(asked: Asked, chatId: ThreadId, damage: DamagedEvent | undefined): Promise<void> {
  const { problems, refused } = asked.seen;
  const name = damage?.name;
  for (const path of ['', '/tree', '/messages', '/events', '/tasks', '/questions']) {
    const reply = await ask(asked, 'GET', `/chats/${chatId}${path}`);
    const text = await reply.text();
    const isDue = damage?.flipAt !== undefined && path === '/tree';
    if (isDue && reply.status !== 409) problems.push(`${name}${path}: ${reply.status}, not damaged`);
    if (reply.status === 409) refused.add(chatId);
    if (reply.status === 409 && JSON.parse(text).code !== 'chat-damaged') problems.push(`${name}${path}: ${text}`);
  }
  for (const format of ['json', 'markdown']) {
    const reply = await ask(asked, 'GET', `/chats/${chatId}/export?format=${format}`);
    const text = await reply.text();
    if (reply.status !== 200 || text.length === 0)
      problems.push(`export of ${name} as ${format}: ${reply.status} ${text.slice(0, 300)}`);
  }
  await (await ask(asked, 'POST', `/chats/${chatId}/messages`, { text: 'Go on.' })).text();
}

/** While one waits for the database, another one's reply is made. */
async function severalAtOnce<Item>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const take = async () => {
    for (const [index, item] of queue) await run(item, index);
  };
  await Promise.all(Array.from({ length: chatsAtOnce }, take));
}

const chatsAtOnce = 8;

const elsewhere = [
  '/damaged-settings',
  '/chats',
  '/agents',
  '/providers',
  '/skills',
  '/prices',
  '/webhooks',
  '/questions',
  '/usage',
  '/search?q=hello',
  '',
];

async function deleteAll(
  asked: Asked,
  sound: readonly ThreadId[],
  damaged: readonly ThreadId[],
  cases: readonly DamagedEvent[],
): Promise<void> {
  await severalAtOnce(damaged, async (chatId, index) => {
    const reply = await ask(asked, 'DELETE', `/chats/${chatId}`);
    const text = await reply.text();
    if (reply.status !== 200) asked.seen.problems.push(`deleting ${cases[index]?.name}: ${reply.status} ${text}`);
    const gone = await ask(asked, 'GET', `/chats/${chatId}`);
    await gone.text();
    if (gone.status !== 404) asked.seen.problems.push(`${cases[index]?.name} is there after its deletion`);
  });
  assert.deepEqual((await listed(asked.served)).sort(), [...sound].sort());
}

async function listed(served: ServedApp): Promise<ThreadId[]> {
  const ids: ThreadId[] = [];
  for (let cursor: string | null = null; ; ) {
    const query: { limit: string; cursor?: string } = cursor === null ? { limit: '100' } : { limit: '100', cursor };
    const page = await served.owner.listChats({ params, query });
    ids.push(...page.results.map(({ chatId }) => chatId));
    if (page.cursor === null) return ids;
    cursor = page.cursor;
  }
}

async function ask({ served, seen }: Asked, method: string, path: string, body?: object): Promise<Response> {
  const { url, token } = served;
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const reply = await fetch(`${url}/api/workspaces/${localWorkspaceId}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  seen.requests += 1;
  if (reply.status >= 500) seen.serverErrors.push(`${method} ${path}: ${reply.status}`);
  return reply;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
