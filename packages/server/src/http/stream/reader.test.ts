import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { hang } from '../../../../../tests/support/scripted/script-lines.ts';
import { header, ids, message, openChat } from '../../../../../tests/support/stores/facts.ts';
import type { EventFeed } from '../../ports/log/event-feed.ts';
import type { OpenedLog } from '../../ports/log/opened-log.ts';
import { systemClock } from '../../ports/runtime/clock.ts';
import type { Piece } from './piece-sender.ts';
import { Reader } from './reader.ts';
import { Tail } from './tail.ts';

/** Reads until the reader has received the event of this title, and a row with it. */
async function readTitle(pieces: AsyncGenerator<Piece>, title: string): Promise<void> {
  let sent = '';
  const isSent = (type: string) => new RegExp(`^event: ${type}\\ndata: .*"${title}"`, 'm').test(sent);
  while (!isSent('event') || !isSent('chat')) {
    const { value, done } = await pieces.next();
    if (done) assert.fail(`it ended after ${sent}`);
    sent += String(value);
  }
}

test('[W14.3] a clock that is set back delays neither events nor rows', { timeout: 20_000 }, async () => {
  await using app = await openTestApp({ script: [hang()] });
  const { log, live, stops } = app.retinue;
  const { commands } = app;
  let offset = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + offset };
  const threadId = await app.open('Read this');
  using tail = new Tail({ log, live, clock, head: await log.feed.head() });
  const rootIds = new Set([threadId]);
  const reader = new Reader({ log, tail, clock, stops }, { workspaceId: localWorkspaceId, rootIds, after: null });
  const stop = new AbortController();
  const pieces = reader.pieces(stop.signal);
  await pieces.next();
  const rename = (title: string) => commands.renameChat(app.context(), { threadId, title });
  await rename('First');
  await readTitle(pieces, 'First');
  offset = -3_600_000;
  await rename('Second');
  await readTitle(pieces, 'Second');
  stop.abort();
  assert.equal((await pieces.next()).done, true);
});

/** A log that counts the events that are read from it. */
function countingLog(log: OpenedLog): { log: OpenedLog; read: () => number } {
  let read = 0;
  const counted = <Asked>(ask: (asked: Asked) => Promise<{ length: number }>) => ({
    value: async (asked: Asked) => {
      const page = await ask(asked);
      read += page.length;
      return page;
    },
  });
  const counting = Object.create(log, {
    read: counted((range: Parameters<OpenedLog['read']>[0]) => log.read(range)),
    feed: {
      value: {
        head: () => log.feed.head(),
        positionsOf: (range: Parameters<EventFeed['positionsOf']>[0]) => log.feed.positionsOf(range),
        readAt: counted((positions: Parameters<EventFeed['readAt']>[0]) => log.feed.readAt(positions)).value,
        isWhole: (...range: Parameters<EventFeed['isWhole']>) => log.feed.isWhole(...range),
      },
    },
    subscribe: { value: (listener: Parameters<OpenedLog['subscribe']>[0]) => log.subscribe(listener) },
  });
  return { log: counting, read: () => read };
}

test('[S30] a reader of many chats reads only their events, and yields to other work meanwhile', async () => {
  await using app = await openTestApp({ script: [hang()] });
  const { log: whole, live, clock, stops } = app.retinue;
  const own = Array.from({ length: 8 }, () => ids.thread());
  for (const threadId of own) await whole.append(header('open-chat'), [openChat(threadId)]);
  const started = await whole.feed.head();
  for (let chats = 0; chats < 400; chats += 1) {
    await whole.append(header('open-chat'), [openChat(ids.thread())]);
  }
  const facts = Array.from({ length: 400 }, (_, index) => message(`message ${index}`));
  for (const threadId of own) await whole.append(header(), [{ threadId, guard: 'exists', facts }]);
  const { log, read } = countingLog(whole);
  using tail = new Tail({ log, live, clock, head: await whole.feed.head() });
  // Earlier events are not in memory, so everything comes from the log.
  for (const after of [0, started]) {
    const before = read();
    const reader = new Reader(
      { log, tail, clock, stops },
      { workspaceId: localWorkspaceId, rootIds: new Set(own), after },
    );
    const stop = new AbortController();
    let [sent, pieces, turns] = ['', 0, 0];
    const wanted = own.length * (facts.length + (after === 0 ? 3 : 0));
    const count = () => sent.match(/^event: event$/gm)?.length ?? 0;
    const tick = () => {
      turns += 1;
      if (!stop.signal.aborted) setImmediate(tick);
    };
    setImmediate(tick);
    for await (const piece of reader.pieces(stop.signal)) {
      sent += String(piece);
      pieces += 1;
      if (count() >= wanted) stop.abort();
    }
    assert.equal(count(), wanted);
    const positions = [...sent.matchAll(/^id: (\d+)\nevent: event$/gm)].map(([, id]) => Number(id));
    assert.deepEqual(
      positions,
      [...positions].sort((left, right) => left - right),
    );
    // A page is read again if a piece had no room for all of it.
    assert.ok(read() - before < wanted * 2, `${read() - before} events were read to send ${wanted}`);
    assert.ok(turns >= pieces - 1, `${turns} turns for ${pieces} pieces`);
  }
});

test('[S32] readers of the same chats at the same place share memory', async () => {
  await using app = await openTestApp({ script: [hang()] });
  const { log, live, clock, stops } = app.retinue;
  const own = [ids.thread(), ids.thread()];
  for (const threadId of own) await log.append(header('open-chat'), [openChat(threadId)]);
  using tail = new Tail({ log, live, clock, head: await log.feed.head() });
  const stop = new AbortController();
  const readers = [own, own.toReversed()].map((chats) => {
    const place = { workspaceId: localWorkspaceId, rootIds: new Set(chats), after: null };
    return new Reader({ log, tail, clock, stops }, place).pieces(stop.signal);
  });
  for (const pieces of readers) await pieces.next();
  for (const threadId of own) {
    await log.append(header(), [{ threadId, guard: 'exists', facts: [message('One'), message('Two')] }]);
  }
  const [first, second] = await Promise.all(readers.map(async (pieces) => (await pieces.next()).value));
  assert.match(String(first), /"One".*"Two"/s);
  assert.equal(first, second);
  stop.abort();
  for (const pieces of readers) await pieces.return(undefined);
});
