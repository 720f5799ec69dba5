import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { LogEvent } from '@retinue/protocol';
import { localWorkspaceId, problemSchema } from '@retinue/protocol';
import { tryImport } from '../../../../../tests/support/apps/import-into.ts';
import { codeOf } from '../../../../../tests/support/apps/replies.ts';
import { openServed } from '../../../../../tests/support/apps/served-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import { exportText } from '../../../../../tests/support/stores/export-text.ts';
import { header, openChat } from '../../../../../tests/support/stores/facts.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import type { ExportedChat } from '../export/exported-chat.ts';

/*
 * Visibility of an import to others before it is shown, and the limit on parallel imports.
 */
const { stores, newDirectory } = bothStores();
const workspaceId = localWorkspaceId;
const script = () => [say('Well.')];
let chat: ExportedChat;

before(async () => {
  await using app = await openTestApp({ script, agents: [agent('boss')] });
  const rootId = (await app.run('imported')).thread.threadId;
  chat = JSON.parse(await exportText(app.log, { workspaceId, rootId, now: 1 }, 'json'));
});

async function opened(store: StorePlace) {
  return openTestApp({ script, agents: [agent('boss')], store, directory: await newDirectory() });
}

/** The chat with many more events, each of which can be folded. */
function long(events: number): ExportedChat {
  const last = chat.events.at(-1) ?? assert.fail();
  const more = Array.from({ length: events }, (_, index): LogEvent => {
    const place = { ...last, seq: last.seq + index + 1, position: last.position + index + 1 };
    return { ...place, type: 'chat.renamed', data: { title: `Title ${index}` } };
  });
  return { ...chat, events: [...chat.events, ...more] };
}

describe('an import that is not shown yet', () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    test(`[L76] ${kind}: is in no usage report, and its threads are not found by the beginning of their ids`, async () => {
      await using app = await opened(await stores[kind]());
      const waiting = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      const bytes = Buffer.from(JSON.stringify(long(300)));
      async function* file() {
        yield bytes.subarray(0, bytes.length - 50);
        reached.resolve();
        await waiting.promise;
        yield bytes.subarray(bytes.length - 50);
      }
      const importing = tryImport(app, { text: file() });
      await reached.promise;
      const seen = async () => {
        const { agents, days, chats } = await app.log.readModels.stats(workspaceId, {});
        return [
          agents.length,
          days.length,
          chats.length,
          (await app.log.readModels.threadsNamed(workspaceId, 'thr_', 9)).length,
        ];
      };
      assert.notEqual(await app.log.feed.head(), 0);
      assert.deepEqual(await seen(), [0, 0, 0, 0]);
      waiting.resolve();
      assert.ok('chatId' in (await importing));
      assert.deepEqual(await seen(), [1, 1, 1, 1]);
    });

    test(`[L77] ${kind}: is removed in slices when it fails, so that other writes proceed in between`, async () => {
      await using app = await opened(await stores[kind]());
      const broken = long(2000);
      const last = broken.events.at(-1) ?? assert.fail();
      broken.events.push({ ...last, seq: last.seq + 7 });
      const discard = app.log.discardStaged.bind(app.log);
      let between = 0;
      app.log.discardStaged = async (rootId) => {
        let isOver = false;
        const writing = (async () => {
          for (; !isOver; between += 1) await app.log.append(header('open-chat'), [openChat(app.retinue.ids.thread())]);
        })();
        await discard(rootId).finally(() => {
          isOver = true;
        });
        await writing;
      };
      assert.equal(codeOf(await tryImport(app, JSON.stringify(broken))), 'bad-import');
      assert.ok(between > 10, `${between} appends in between`);
      const titles = (await app.log.readModels.chats(workspaceId, { limit: 1000 })).map(({ title }) => title);
      assert.ok(!titles.includes('imported'));
    });
  }
});

test('[L78] a few imports run at once and others wait; one beyond the limit is refused with the remedy', async () => {
  await using served = await openServed({ script, agents: [agent('boss')] });
  const ends: (() => void)[] = [];
  const text = JSON.stringify(chat);
  const send = (body: string | ReadableStream) =>
    fetch(`${served.url}/api/workspaces/${workspaceId}/chats/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
  const held = Array.from({ length: 4 }, () =>
    send(
      new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from(text.slice(0, 20)));
          ends.push(() => {
            controller.enqueue(Buffer.from(text.slice(20)));
            controller.close();
          });
        },
      }),
    ),
  );
  // Four are read, sixty wait, and more are refused. Some may come before those that are held.
  const others = Array.from({ length: 80 }, () => send(text));
  const refused = await Promise.any(
    others.map(async (sent) => ((await sent).status === 429 ? sent : assert.fail('taken'))),
  );
  assert.equal(refused.headers.get('retry-after'), '5');
  const { code, waiting } = problemSchema.parse(await refused.json());
  assert.deepEqual([code, waiting], ['too-many-imports', 60]);
  for (const end of ends) end();
  for (const reply of await Promise.all(held)) assert.equal(reply.status, 201, await reply.text());
  const taken = (await Promise.all(others)).filter(({ status }) => status === 201);
  assert.ok(taken.length >= 60 && taken.length < 80, `${taken.length} of 80 were taken`);
});
