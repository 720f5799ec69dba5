import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { test } from 'node:test';
import type { LogEvent, ThreadId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId, routes } from '@retinue/protocol';
import { Reader } from '../../packages/server/src/http/stream/reader.ts';
import { Tail } from '../../packages/server/src/http/stream/tail.ts';
import type { EventFeed } from '../../packages/server/src/ports/log/event-feed.ts';
import type { OpenedLog } from '../../packages/server/src/ports/log/opened-log.ts';
import type { ServedApp } from '../support/apps/served-app.ts';
import { openServed } from '../support/apps/served-app.ts';
import { openTestApp, temporaryDirectory, wait } from '../support/apps/test-app.ts';
import { jumpingClock } from '../support/clocks/jumping-clock.ts';
import { connect, createFrames, Joined } from '../support/http/sse.ts';
import { runSeed } from '../support/random/run-seed.ts';
import { seededRandom } from '../support/random/seeded-random.ts';
import type { Script } from '../support/scripted/script.ts';
import { byAgent, inputsOf } from '../support/scripted/script.ts';
import type { Line } from '../support/scripted/script-lines.ts';
import { barrier, call, hang, pause, say } from '../support/scripted/script-lines.ts';

const params = { workspaceId: localWorkspaceId };
const spoken = 'Every word of this is written one after the other, slowly enough to be cut in the middle. '.split(
  /(?<= )/,
);
const slowly: Line[] = spoken.flatMap((word) => [say(word), pause(1)]);

/** A turn delegates twice and answers. */
const busy: Script = byAgent({
  boss: (request) =>
    request.messages.at(-1)?.role === 'user'
      ? [
          ...slowly,
          call('newTask', { task: `One of ${inputsOf(request).length}`, subAgentId: 'agt_worker' }),
          call('newTask', { task: `Two of ${inputsOf(request).length}`, subAgentId: 'agt_worker' }),
        ]
      : slowly,
  worker: () => [...slowly, call('taskResult', { result: 'Done', status: 'success' })],
});

async function openChats({ owner }: ServedApp, count: number): Promise<ThreadId[]> {
  const opened = Array.from({ length: count }, (_, index) =>
    owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: `Chat ${index}` } }),
  );
  return (await Promise.all(opened)).map(({ chatId }) => chatId);
}

async function openOneChat({ owner }: ServedApp): Promise<ThreadId> {
  return (await owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'Chat' } })).chatId;
}

async function rested({ owner }: ServedApp, chatIds: readonly ThreadId[]): Promise<void> {
  for (const chatId of chatIds) {
    while ((await owner.getChat({ params: { ...params, chatId } })).status !== 'idle') await wait(10);
  }
}

async function logOf(log: OpenedLog, chatIds: readonly ThreadId[]): Promise<LogEvent[]> {
  const read = (rootId: ThreadId) => log.read({ ...params, rootId, after: 0, limit: 1_000_000 });
  return (await Promise.all(chatIds.map(read))).flat().sort((left, right) => left.position - right.position);
}

function assertSame(joined: Joined, logged: readonly LogEvent[], about: string): void {
  assert.deepEqual(joined.problems, [], about);
  assert.deepEqual(
    joined.events.map(({ position }) => position),
    logged.map(({ position }) => position),
    about,
  );
  assert.deepEqual(joined.events, logged, about);
}

function streamUrl(url: string, chatIds: readonly ThreadId[], after: string | null): string {
  const query = new URLSearchParams({ chats: chatIds.join(','), ...(after === null ? {} : { after }) });
  return `${url}/api/workspaces/ws_local/stream?${query}`;
}

test('[S3] cut and resumed a thousand times, the joined streams equal the log: nothing lost, nothing twice, in order', async (context) => {
  const seed = runSeed('RETINUE_SEED');
  context.diagnostic(`seed ${seed}`);
  const directory = await temporaryDirectory();
  const history: ThreadId[] = [];
  {
    await using earlier = await openServed({ script: busy, directory });
    history.push(...(await openChats(earlier, 4)));
    await rested(earlier, history);
  }
  // Earlier events are only in the log; new ones are in the tail as well.
  await using served = await openServed({ script: busy, directory });
  const first = await openOneChat(served);
  const chatIds = [...history, first, ...(await openChats(served, 3))];
  const authorization = { authorization: `Bearer ${served.token}` };
  let isOver = false;
  const prodding = (async () => {
    for (let round = 0; !isOver; round += 1) {
      const [chatId = first] = chatIds.slice(round % chatIds.length);
      await served.owner.sendMessage({ params: { ...params, chatId }, body: { text: `Again ${round}` } });
      await wait(60);
    }
  })();
  const readers = Array.from({ length: 10 }, (_, index) => ({
    joined: new Joined(),
    chosen: chatIds.filter((_, place) => index === 0 || (place + index) % 3 !== 0),
    random: seededRandom(seed + index),
  }));
  const cutting = readers.map(async ({ joined, chosen, random }) => {
    for (let round = 0; round < 100; round += 1) {
      const byHeader = joined.position !== null && random() < 0.5;
      const after = byHeader ? (random() < 0.5 ? '0' : null) : (joined.position ?? '0');
      const headers = byHeader ? { 'last-event-id': joined.position ?? '' } : {};
      const connection = connect(streamUrl(served.url, chosen, after), { ...authorization, ...headers }, (frame) =>
        joined.take(frame),
      );
      assert.equal(await connection.status, 200);
      await wait(random() < 0.3 ? 0 : random() * 40);
      connection.cut();
      await connection.ended;
    }
  });
  await Promise.all(cutting);
  isOver = true;
  await prodding;
  await rested(served, chatIds);
  for (const [index, { joined, chosen }] of readers.entries()) {
    const logged = await logOf(served.served.retinue.log, chosen);
    const last = logged.at(-1)?.position ?? 0;
    const connection = connect(streamUrl(served.url, chosen, joined.position), authorization, (frame) =>
      joined.take(frame),
    );
    while ((joined.events.at(-1)?.position ?? 0) < last) await wait(5);
    connection.cut();
    assertSame(joined, logged, `reader ${index}, seed ${seed}`);
  }
  assert.deepEqual(served.errors, []);
  await served.stop();
  await rm(directory, { recursive: true, force: true });
});

test('[S3] while the floor of the tail moves and pages come late, a reader misses and repeats nothing', async (context) => {
  const seed = runSeed('RETINUE_SEED');
  context.diagnostic(`seed ${seed}`);
  const random = seededRandom(seed);
  await using app = await openTestApp({ script: busy });
  const { live, clock, stops } = app.retinue;
  const early = await Promise.all(Array.from({ length: 3 }, (_, index) => app.open(`Early ${index}`)));
  app.retinue.start();
  for (const chatId of early) await app.settled(chatId);
  const late = <Asked, Page>(ask: (asked: Asked) => Promise<Page>) => ({
    value: async (asked: Asked) => {
      if (random() < 0.7) await wait(random() * 6);
      const page = await ask(asked);
      if (random() < 0.7) await wait(random() * 6);
      return page;
    },
  });
  const log: OpenedLog = Object.create(app.log, {
    feed: {
      value: {
        positionsOf: late((range: Parameters<EventFeed['positionsOf']>[0]) => app.log.feed.positionsOf(range)).value,
        readAt: late((positions: Parameters<EventFeed['readAt']>[0]) => app.log.feed.readAt(positions)).value,
        isWhole: (...range: Parameters<EventFeed['isWhole']>) => app.log.feed.isWhole(...range),
      },
    },
    subscribe: { value: (listener: Parameters<OpenedLog['subscribe']>[0]) => app.log.subscribe(listener) },
    owing: { value: (now: number) => app.log.owing(now) },
  });
  // So small that nearly every commit moves the floor.
  const max = { events: 6, bytes: 1_000_000 };
  using tail = new Tail({ log, live, clock, head: await app.log.feed.head(), max });
  const lateChats = await Promise.all(Array.from({ length: 5 }, (_, index) => app.open(`Late ${index}`)));
  const chatIds = [...early, ...lateChats];
  const reading = Array.from({ length: 6 }, async (_, index) => {
    const chosen = chatIds.filter((_, place) => index === 0 || (place + index) % 2 === 0);
    const joined = new Joined();
    const isAtEnd = async () => {
      await Promise.all(lateChats.map((chatId) => app.settled(chatId)));
      const last = (await logOf(app.log, chosen)).at(-1)?.position ?? 0;
      return (joined.events.at(-1)?.position ?? 0) >= last;
    };
    let isDone = false;
    while (!isDone) {
      const ending = new AbortController();
      const place = { ...params, rootIds: new Set(chosen), after: Number(joined.position ?? 0) };
      const frames = createFrames();
      const pieces = new Reader({ log, tail, clock, stops }, place).pieces(ending.signal);
      const until = setTimeout(() => ending.abort(), random() * 60);
      for await (const piece of pieces) for (const frame of frames(String(piece))) joined.take(frame);
      clearTimeout(until);
      const settled = lateChats.map(
        async (chatId) => (await app.log.readModels.chat(localWorkspaceId, chatId))?.status === 'idle',
      );
      isDone = (await Promise.all(settled)).every(Boolean) && (await isAtEnd());
    }
    assertSame(joined, await logOf(app.log, chosen), `reader ${index}, seed ${seed}`);
  });
  await Promise.all(reading);
  assert.deepEqual(app.problems, []);
});

test('[S3][S1] a reader that joins in mid-sentence gets all of it, once', async () => {
  const script: Script = [
    say('The beginning, '),
    barrier('middle'),
    say('the middle, '),
    say('the end.'),
    barrier('end'),
  ];
  await using served = await openServed({ script });
  const chatId = await openOneChat(served);
  const authorization = { authorization: `Bearer ${served.token}` };
  await served.model.barriers.reached('middle');
  const joined = new Joined();
  const textOf = () =>
    joined.drafts
      .get(chatId)
      ?.parts.map(({ text }) => text)
      .join('') ?? '';
  const first = connect(streamUrl(served.url, [chatId], null), authorization, (frame) => joined.take(frame));
  while (textOf() !== 'The beginning, ') await wait(5);
  first.cut();
  served.model.barriers.release('middle');
  await served.model.barriers.reached('end');
  const second = connect(
    streamUrl(served.url, [chatId], null),
    { ...authorization, 'last-event-id': joined.position ?? '' },
    (frame) => joined.take(frame),
  );
  while (textOf() !== 'The beginning, the middle, the end.') await wait(5);
  served.model.barriers.release('end');
  await rested(served, [chatId]);
  while (joined.events.at(-1)?.type !== 'thread.ended') await wait(5);
  second.cut();
  assert.deepEqual(joined.problems, []);
  const logged = (await logOf(served.served.retinue.log, [chatId])).map(({ position }) => position);
  assert.deepEqual(
    joined.events.map(({ position }) => position),
    logged.slice(-joined.events.length),
  );
});

test('[S3] a stream that is cut before the first event resumes where it started', async () => {
  await using served = await openServed({ script: [barrier('go'), say('Gone.')] });
  const chatId = await openOneChat(served);
  await served.model.barriers.reached('go');
  const authorization = { authorization: `Bearer ${served.token}` };
  const joined = new Joined();
  const first = connect(streamUrl(served.url, [chatId], null), authorization, (frame) => joined.take(frame));
  while (joined.position === null) await wait(5);
  first.cut();
  served.model.barriers.release('go');
  await rested(served, [chatId]);
  const second = connect(
    streamUrl(served.url, [chatId], null),
    { ...authorization, 'last-event-id': joined.position },
    (frame) => joined.take(frame),
  );
  while (joined.events.at(-1)?.type !== 'thread.ended') await wait(5);
  second.cut();
});

test('[W14] a position that the log does not have gets a resync, and the stream continues from there', async () => {
  await using served = await openServed({ script: [say('Yes.')] });
  const chatId = await openOneChat(served);
  await rested(served, [chatId]);
  const authorization = { authorization: `Bearer ${served.token}` };
  const beyond = String((await served.served.retinue.log.feed.head()) + 1000);
  const places: [Record<string, string>, string | null][] = [
    [{}, beyond],
    [{}, '999999999999999'],
    [{ 'last-event-id': beyond }, '0'],
    [{ 'last-event-id': 'evt_of_another_server' }, '0'],
    [{ 'last-event-id': '-1' }, null],
    [{ 'last-event-id': '99999999999999999999' }, null],
    [{ 'last-event-id': '1e3' }, null],
  ];
  for (const [headers, after] of places) {
    const joined = new Joined();
    const connection = connect(streamUrl(served.url, [chatId], after), { ...authorization, ...headers }, (frame) =>
      joined.take(frame),
    );
    while (!joined.frames.some(({ type }) => type === 'resync')) await wait(2);
    const before = Number(joined.position);
    assert.equal(before, await served.served.retinue.log.feed.head(), JSON.stringify(headers));
    await served.owner.sendMessage({ params: { ...params, chatId }, body: { text: 'And now?' } });
    while (joined.events.at(-1)?.type !== 'thread.ended') await wait(2);
    connection.cut();
    assert.ok(joined.events.every(({ position }) => position > before));
    await rested(served, [chatId]);
  }
  for (const after of ['-1', '1.5', 'x', '1e3', '9999999999999999'])
    assert.equal(await connect(streamUrl(served.url, [chatId], after), authorization, () => {}).status, 400, after);
});

test('[W14.2] however fast text comes, a reader gets at most thirty pieces of it a second', async () => {
  await using app = await openTestApp({ script: [hang()] });
  const rootId = await app.open('Write');
  let now = 1000;
  const due: { at: number; run(): void }[] = [];
  const clock = {
    now: () => now,
    monotonicMs: () => now,
    elapsedMs: () => now,
    after: (milliseconds: number, run: () => void) => {
      const timer = { at: now + milliseconds, run };
      due.push(timer);
      return { [Symbol.dispose]: () => void (due.includes(timer) && due.splice(due.indexOf(timer), 1)) };
    },
  };
  const { log, live, stops } = app.retinue;
  using tail = new Tail({ log, live, clock, head: await log.feed.head() });
  const ending = new AbortController();
  const reader = new Reader({ log, tail, clock, stops }, { ...params, rootIds: new Set([rootId]), after: null });
  const joined = new Joined();
  const reading = (async () => {
    const frames = createFrames();
    for await (const piece of reader.pieces(ending.signal))
      for (const frame of frames(String(piece))) joined.take(frame);
  })();
  for (let tick = 0; tick < 500; tick += 1) {
    live.publish({ type: 'text', threadId: rootId, rootId, step: 1, attempt: 1, offset: tick * 3, text: 'abc' });
    now += 2;
    for (const timer of due.filter(({ at }) => at <= now)) {
      due.splice(due.indexOf(timer), 1);
      timer.run();
    }
    await wait(0);
  }
  now += 100;
  for (const timer of due.splice(0)) timer.run();
  await wait(5);
  ending.abort();
  for (const timer of due.splice(0)) timer.run();
  await reading;
  const count = joined.frames.filter(({ type }) => type === 'delta').length;
  assert.ok(count > 10 && count <= 31, `${count} pieces in a second`);
  assert.equal(joined.drafts.get(rootId)?.offset, 1500);
  assert.deepEqual(joined.problems, []);
});

test('[W13] an idle reader gets signs of life, and a closed one stops nothing', async () => {
  const clock = jumpingClock();
  await using served = await openServed({ script: [barrier('go'), say('Done.')], replacements: { clock } });
  const chatId = await openOneChat(served);
  const authorization = { authorization: `Bearer ${served.token}` };
  const joined = new Joined();
  const connection = connect(streamUrl(served.url, [chatId], null), authorization, (frame) => joined.take(frame));
  await served.model.barriers.reached('go');
  const beats = () => joined.frames.filter(({ type }) => type === 'beat');
  while (beats().length < 3) {
    await wait(20);
    clock.jump(15_000);
  }
  const told = JSON.parse(beats().at(-1)?.data ?? '');
  assert.deepEqual(Object.keys(told), ['position', 'rowsPosition', 'now']);
  assert.equal(String(told.position), joined.position);
  connection.cut();
  await connection.ended;
  served.model.barriers.release('go');
  await rested(served, [chatId]);
});

test('[W15] a changed chat is sent as a row, also one that is not watched, and one that is gone', async () => {
  await using served = await openServed({ script: [say('Yes.')] });
  const joined = new Joined();
  const authorization = { authorization: `Bearer ${served.token}` };
  const connection = connect(streamUrl(served.url, [], null), authorization, (frame) => joined.take(frame));
  while (joined.frames.length === 0) await wait(2);
  const rows = () => joined.frames.filter(({ type }) => type === 'chat').map(({ data }) => JSON.parse(data));
  const chatId = await openOneChat(served);
  while (!rows().some((row) => row.chatId === chatId && row.status === 'idle')) await wait(5);
  routes.getChat.reply.parse(rows().at(-1));
  await served.owner.changeChat({ params: { ...params, chatId }, body: { title: 'Another', isPinned: true } });
  while (!rows().some((row) => row.title === 'Another' && row.isPinned)) await wait(5);
  const before = joined.position ?? '0';
  connection.cut();
  await connection.ended;
  await served.owner.deleteChat({ params: { ...params, chatId } });
  const resumed = connect(streamUrl(served.url, [], before), authorization, (frame) => joined.take(frame));
  while (!rows().some((row) => row.chatId === chatId && row.isGone)) await wait(5);
  resumed.cut();
  assert.deepEqual(joined.events, []);
});

test('[W13][W10] a stalled reader is dropped, its place is free again, and others miss nothing', async () => {
  const clock = jumpingClock();
  await using served = await openServed({ script: [hang()], replacements: { clock }, server: { streams: 2 } });
  const chatId = await openOneChat(served);
  const authorization = { authorization: `Bearer ${served.token}` };
  const { port } = new URL(served.url);
  const stalled = createConnection(Number(port), '127.0.0.1').pause();
  const isClosed = new Promise<void>((resolve) => stalled.on('error', () => {}).on('close', () => resolve()));
  const path = streamUrl('', [chatId], '0');
  stalled.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization.authorization}\r\n\r\n`,
  );
  const joined = new Joined();
  const healthy = connect(streamUrl(served.url, [chatId], '0'), authorization, (frame) => joined.take(frame));
  assert.equal(await healthy.status, 200);
  while ((await connect(streamUrl(served.url, [], null), authorization, () => {}).status) !== 429) await wait(10);
  // More than the buffers of both ends of a connection take.
  const text = 'x'.repeat(250_000);
  for (let count = 0; count < 60; count += 1)
    await served.owner.sendMessage({ params: { ...params, chatId }, body: { text } });
  const head = await served.served.retinue.log.feed.head();
  while ((joined.events.at(-1)?.position ?? 0) < head) await wait(10);
  await wait(50);
  clock.jump(26_000);
  let free = 0;
  while (free !== 200) {
    const next = connect(streamUrl(served.url, [], null), authorization, () => {});
    free = await next.status;
    next.cut();
    await wait(10);
  }
  stalled.resume();
  await isClosed;
  healthy.cut();
  assertSame(joined, await logOf(served.served.retinue.log, [chatId]), 'the healthy one');
  assert.deepEqual(served.errors, []);
});

test('[W15] a reader that returns at the end of the log still gets its pending rows', async () => {
  await using served = await openServed({ script: () => [say('Hello.')] });
  const authorization = { authorization: `Bearer ${served.token}` };
  const chatId = await openOneChat(served);
  await rested(served, [chatId]);
  const { position } = await served.owner.listChats({ params });
  const response = await fetch(`${served.url}/api/workspaces/${localWorkspaceId}/stream?after=${position}`, {
    headers: authorization,
  });
  const reader = response.body?.getReader() ?? assert.fail('no stream');
  let text = '';
  while (!text.includes('event: chat')) text += new TextDecoder().decode((await reader.read()).value);
  assert.match(text, new RegExp(`"chatId":"${chatId}"`));
  await reader.cancel();
});

/** Reads a stream until it is cut, as a client that keeps its position in the rows. */
function readRows(url: string, token: string, place: { after: number; rowsAfter: number }) {
  const rows: { chatId: ThreadId; isGone?: true; status?: string; title?: string }[] = [];
  const seen = { rows, resyncs: [] as object[], beats: [] as { position: number; rowsPosition: number }[] };
  const query = new URLSearchParams({ after: String(place.after), rowsAfter: String(place.rowsAfter) });
  const address = `${url}/api/workspaces/ws_local/stream?${query}`;
  const connection = connect(address, { authorization: `Bearer ${token}` }, ({ type, data }) => {
    if (type === 'chat') seen.rows.push(JSON.parse(data));
    if (type === 'resync') seen.resyncs.push(JSON.parse(data));
    if (type === 'beat') seen.beats.push(JSON.parse(data));
  });
  return { ...seen, cut: () => connection.cut() };
}

test('[S70] a reader that returns with all events but not all rows gets the missing rows, however long it was away', async () => {
  const clock = jumpingClock();
  await using served = await openServed({ script: [say('Yes.')], replacements: { clock } });
  const chatId = await openOneChat(served);
  await rested(served, [chatId]);
  const head = await served.served.retinue.log.feed.head();
  clock.jump(60_000);
  const first = readRows(served.url, served.token, { after: head, rowsAfter: head - 1 });
  while (first.rows.length === 0) await wait(5);
  assert.equal(first.rows[0]?.chatId, chatId);
  assert.equal(first.rows[0]?.status, 'idle');
  while ((first.beats.at(-1)?.rowsPosition ?? 0) < head) await wait(5);
  first.cut();
  const second = readRows(served.url, served.token, { after: head, rowsAfter: head });
  while (second.beats.length === 0) await wait(5);
  clock.jump(1000);
  await wait(50);
  assert.equal(second.rows.length, 0, 'what it has is not sent again');
  await served.owner.changeChat({ params: { ...params, chatId }, body: { title: 'Another' } });
  while (second.rows.at(-1)?.title !== 'Another') await wait(5);
  second.cut();
});

test('[S71] a chat that was deleted meanwhile is reported as gone; a purged one makes the reader load the list again', async () => {
  const clock = jumpingClock();
  const directory = await temporaryDirectory();
  let place = { after: 0, rowsAfter: 0 };
  let kept: ThreadId;
  {
    await using served = await openServed({ script: [say('Yes.')], directory, replacements: { clock } });
    const chatId = await openOneChat(served);
    kept = await openOneChat(served);
    await rested(served, [chatId, kept]);
    const { position } = await served.owner.listChats({ params });
    place = { after: position, rowsAfter: position };
    await served.owner.deleteChat({ params: { ...params, chatId } });
    clock.jump(20_000);
    const back = readRows(served.url, served.token, place);
    while (!back.rows.some((row) => row.chatId === chatId && row.isGone)) await wait(5);
    back.cut();
    clock.jump(60_000);
    while ((await served.served.retinue.log.purge(30_000)).length === 0) await wait(20);
  }
  await using served = await openServed({ script: [say('Yes.')], directory, replacements: { clock } });
  await served.owner.changeChat({ params: { ...params, chatId: kept }, body: { title: 'Kept' } });
  const back = readRows(served.url, served.token, place);
  while (back.resyncs.length === 0) await wait(5);
  assert.deepEqual(back.resyncs, [{ chats: true }]);
  back.cut();
  await served.stop();
  await rm(directory, { recursive: true, force: true });
});

test('[S31] a tree has the current position of the log, however old the last event of its chat', async () => {
  await using served = await openServed({ script: [say('Done.')] });
  const opened = async () => {
    const { chatId } = await served.owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'Go' } });
    while ((await served.owner.getChat({ params: { ...params, chatId } })).status === 'active') await wait(5);
    return chatId;
  };
  const old = await opened();
  await opened();
  const head = await served.served.retinue.log.feed.head();
  const tree = (await served.owner.getTree({ params: { ...params, chatId: old } })) as unknown as { position: number };
  assert.equal(tree.position, head);
});
