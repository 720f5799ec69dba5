import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { openHouse } from '../../../../../tests/support/house.ts';
import { hang } from '../../models/script-lines.ts';
import { Tail } from './tail.ts';

test('[W13] a large event is the same memory for all who are sent it; small ones go together', async () => {
  await using house = await openHouse({ script: [hang()] });
  const { log, live, clock } = house.retinue;
  const { commands } = house;
  const threadId = await house.open('Read this');
  using tail = new Tail({ log, live, clock, head: await log.feed.head() });
  const from = tail.head;
  const send = (text: string) => commands.sendMessage(house.wish(), { threadId, text });
  for (const text of ['one', 'two', 'x'.repeat(20_000), 'three']) await send(text);
  const rootIds = new Set([threadId]);
  const read = (position: number) => tail.after(position, rootIds, 16 * 1024);
  const small = read(from);
  assert.equal(String(small.bytes).match(/^id: /gm)?.length, 2);
  const large = read(small.position);
  assert.equal(large.bytes, read(small.position).bytes);
  assert.match(String(large.bytes), /x{20000}/);
  const last = read(large.position);
  assert.match(String(last.bytes), /"three"/);
  assert.equal(last.position, tail.head);
  assert.equal(read(last.position).bytes.length, 0);
});

test('[W15] which chats changed since a position is the same from memory and from the log', async () => {
  await using house = await openHouse({ script: [hang()] });
  const { log, live, clock } = house.retinue;
  const { commands } = house;
  using tail = new Tail({ log, live, clock, head: await log.feed.head() });
  const chatIds = [await house.open('One'), await house.open('Two'), await house.open('Three')];
  const positions = [0, tail.head];
  for (const threadId of chatIds.slice(1)) {
    await commands.sendMessage(house.wish(), { threadId, text: 'More' });
    positions.push(tail.head);
  }
  for (const position of positions) {
    const remembered = await tail.chatsSince(localWorkspaceId, position, 100);
    assert.deepEqual(new Set(remembered), new Set(await log.readModels.chatsSince(localWorkspaceId, position, 100)));
  }
  assert.equal((await tail.chatsSince(localWorkspaceId, 0, 100))?.length, 3);
});

test('[W15] which chats changed since a change is told, until that is too long ago to tell', async () => {
  await using house = await openHouse({ script: [hang()] });
  const { log, live, clock } = house.retinue;
  const { commands } = house;
  let now = 0;
  using tail = new Tail({ log, live, clock: { ...clock, monotonicMs: () => now }, head: await log.feed.head() });
  const since = (lastSeen: number) => tail.changedSince(localWorkspaceId, lastSeen);
  const first = await house.open('One');
  const afterFirst = tail.lastChange;
  const second = await house.open('Two');
  assert.deepEqual(since(afterFirst), [second]);
  await commands.renameChat(house.wish(), { threadId: first, title: 'Once more' });
  assert.deepEqual(since(afterFirst), [second, first]);
  assert.deepEqual(since(tail.lastChange), []);
  const afterAll = tail.lastChange;
  now = 60_000;
  const third = await house.open('Three');
  assert.equal(since(afterFirst), null);
  assert.deepEqual(since(afterAll), [third], 'nothing that it had not seen is forgotten');
});
