import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { bothStores } from '../../../../tests/support/both-stores.ts';
import { dispatched } from '../../../../tests/support/dispatched.ts';
import { agent, configFor, openHouse } from '../../../../tests/support/house.ts';
import { say } from '../models/script-lines.ts';
import type { StorePlace } from '../ports/event-log.ts';
import { restore } from './backup.ts';
import { createPaint } from './paint.ts';

const { stores, newDirectory } = bothStores();

async function openOn(store: StorePlace) {
  return openHouse({ script: () => [say('Well.')], agents: [agent('boss')], store, directory: await newDirectory() });
}

async function titles(store: StorePlace): Promise<string[]> {
  await using house = await openOn(store);
  return (await house.log.readModels.chats(localWorkspaceId, { limit: 9 })).map(({ title }) => title);
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L59] ${kind}: at a terminal, restore shows what the file holds, asks, and takes only a clear yes`, async () => {
    const [from, to] = [await stores[kind](), await stores[kind]()];
    for (const [store, text] of [
      [from, 'backed up'],
      [to, 'there already'],
    ] as const) {
      await using house = await openOn(store);
      await house.run(text);
    }
    const file = join(await newDirectory(), 'backup.jsonl');
    assert.equal((await dispatched(from, ['backup', file])).code, 0);
    for (const [answer, isTaken] of [
      ['', false],
      ['n', false],
      ['yeah', false],
      [' Yes ', true],
      ['y', true],
    ] as const) {
      let shown = '';
      const out = (text: string) => {
        shown += text;
      };
      const terminal = {
        isLive: true,
        canAsk: true,
        columns: () => 80,
        rows: () => 24,
        paint: createPaint(false),
        out,
        err: out,
      };
      const config = { ...configFor(await newDirectory()), store: to };
      const context = { config, terminal, isJson: false, invocation: (command: string) => command };
      const done = await restore(context, { file, isForced: false }, async (question) => {
        assert.match(shown, /holds 1 chat, \d+ events/);
        assert.match(question, /^Replace .*\? What is there now is put aside\. \[y\/N\] $/);
        return answer;
      });
      assert.equal(done.code, isTaken ? 0 : 1);
      if ('words' in done) assert.equal(done.words, 'Nothing was changed.');
      assert.deepEqual(await titles(to), [isTaken ? 'backed up' : 'there already']);
    }
  });
}
