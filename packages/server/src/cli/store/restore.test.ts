import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { dispatched } from '../../../../../tests/support/apps/dispatched.ts';
import { agent, configFor, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import { createPaint } from '../output/paint.ts';
import { restore } from './restore.ts';

const { stores, newDirectory } = bothStores();

async function openOn(store: StorePlace) {
  return openTestApp({ script: () => [say('Well.')], agents: [agent('boss')], store, directory: await newDirectory() });
}

async function titles(store: StorePlace): Promise<string[]> {
  await using app = await openOn(store);
  return (await app.log.readModels.chats(localWorkspaceId, { limit: 9 })).map(({ title }) => title);
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[L59] ${kind}: at a terminal, restore shows the contents of the file, asks, and accepts only a clear yes`, async () => {
    const [from, to] = [await stores[kind](), await stores[kind]()];
    for (const [store, text] of [
      [from, 'backed up'],
      [to, 'there already'],
    ] as const) {
      await using app = await openOn(store);
      await app.run(text);
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
        write: out,
      };
      const config = { ...configFor(await newDirectory()), store: to };
      const context = { config, terminal, isJson: false, invocation: (command: string) => command };
      const restored = restore(context, { file, isForced: false }, async (question) => {
        assert.match(shown, /holds 1 chat, \d+ events/);
        assert.match(question, /^Replace .*\? The existing store is set aside\. \[y\/N\] $/);
        return answer;
      });
      if (isTaken) await restored;
      else await assert.rejects(restored, { exitCode: 1, message: 'Nothing was changed.' });
      assert.deepEqual(await titles(to), [isTaken ? 'backed up' : 'there already']);
    }
  });
}
