import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { openHouse } from '../../../../tests/support/house.ts';
import { hang } from '../models/script-lines.ts';
import { systemClock } from '../ports/clock.ts';
import type { Piece } from './piece-sender.ts';
import { Reader } from './reader.ts';
import { Tail } from './tail.ts';

/** Reads on until a reader was sent the event of this title, and a row that has it. */
async function readTitle(pieces: AsyncGenerator<Piece>, title: string): Promise<void> {
  let sent = '';
  const isSent = (type: string) => new RegExp(`^event: ${type}\\ndata: .*"${title}"`, 'm').test(sent);
  while (!isSent('event') || !isSent('chat')) {
    const { value, done } = await pieces.next();
    if (done) assert.fail(`it ended after ${sent}`);
    sent += String(value);
  }
}

test('[W14] a clock that is set back holds up neither events nor rows', { timeout: 20_000 }, async () => {
  await using house = await openHouse({ script: [hang()] });
  const { log, live, commands } = house.retinue;
  let offset = 0;
  const clock = { now: () => systemClock.now() + offset, after: systemClock.after };
  const threadId = await house.open('Read this');
  using tail = new Tail({ log, live, clock, head: await log.head() });
  const rootIds = new Set([threadId]);
  const reader = new Reader({ log, tail, clock }, { workspaceId: localWorkspaceId, rootIds, after: null });
  const stop = new AbortController();
  const pieces = reader.pieces(stop.signal);
  await pieces.next();
  const rename = (title: string) => commands.renameChat(house.wish(), { threadId, title });
  await rename('First');
  await readTitle(pieces, 'First');
  offset = -3_600_000;
  await rename('Second');
  await readTitle(pieces, 'Second');
  stop.abort();
  assert.equal((await pieces.next()).done, true);
});
