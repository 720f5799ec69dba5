import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Event } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { bothStores } from '../../../../../tests/support/both-stores.ts';
import { header, openChat } from '../../../../../tests/support/facts.ts';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { tryImport } from '../../../../../tests/support/import-into.ts';
import { openServed } from '../../../../../tests/support/served.ts';
import { say } from '../../models/script-lines.ts';
import type { StorePlace } from '../../ports/event-log.ts';
import { exportChat } from '../export/export-chat.ts';
import type { ExportedChat } from '../export/exported-chat.ts';

/* What others see of an import before it is shown, and how many there may be. */
const { stores, newDirectory } = bothStores();
const workspaceId = localWorkspaceId;
const script = () => [say('Well.')];
let chat: ExportedChat;

before(async () => {
  await using house = await openHouse({ script, agents: [agent('boss')] });
  const rootId = (await house.run('imported')).thread.threadId;
  chat = JSON.parse(await exportChat(house.log, { workspaceId, rootId, now: 1 }, 'json'));
});

async function opened(store: StorePlace) {
  return openHouse({ script, agents: [agent('boss')], store, directory: await newDirectory() });
}

/** The chat with many more events, each of which can be folded. */
function long(events: number): ExportedChat {
  const last = chat.events.at(-1) ?? assert.fail();
  const more = Array.from({ length: events }, (_, index): Event => {
    const place = { ...last, seq: last.seq + index + 1, position: last.position + index + 1 };
    return { ...place, type: 'chat.renamed', data: { title: `Title ${index}` } };
  });
  return { ...chat, events: [...chat.events, ...more] };
}

describe('an import that is not shown yet', () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    test(`[L76] ${kind}: is in no usage report, and its threads are not found by the beginning of their ids`, async () => {
      await using house = await opened(await stores[kind]());
      const waiting = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      const bytes = Buffer.from(JSON.stringify(long(300)));
      async function* file() {
        yield bytes.subarray(0, bytes.length - 50);
        reached.resolve();
        await waiting.promise;
        yield bytes.subarray(bytes.length - 50);
      }
      const importing = tryImport(house, { text: file() });
      await reached.promise;
      const seen = async () => {
        const { agents, days, chats } = await house.log.readModels.stats(workspaceId, {});
        return [
          agents.length,
          days.length,
          chats.length,
          (await house.log.readModels.threadsNamed(workspaceId, 'thr_', 9)).length,
        ];
      };
      assert.notEqual(await house.log.feed.head(), 0);
      assert.deepEqual(await seen(), [0, 0, 0, 0]);
      waiting.resolve();
      assert.ok('chatId' in (await importing));
      assert.deepEqual(await seen(), [1, 1, 1, 1]);
    });

    test(`[L77] ${kind}: is removed in slices when it fails, so that others write in between`, async () => {
      await using house = await opened(await stores[kind]());
      const broken = long(2000);
      const last = broken.events.at(-1) ?? assert.fail();
      broken.events.push({ ...last, seq: last.seq + 7 });
      const discard = house.log.discardStaged.bind(house.log);
      let between = 0;
      house.log.discardStaged = async (rootId) => {
        let isOver = false;
        const writing = (async () => {
          for (; !isOver; between += 1)
            await house.log.append(header('open-chat'), [openChat(house.retinue.ids.thread())]);
        })();
        await discard(rootId).finally(() => {
          isOver = true;
        });
        await writing;
      };
      assert.ok('failure' in (await tryImport(house, JSON.stringify(broken))));
      assert.ok(between > 10, `${between} appends in between`);
      const titles = (await house.log.readModels.chats(workspaceId, { limit: 1000 })).map(({ title }) => title);
      assert.ok(!titles.includes('imported'));
    });
  }
});

test('[L78] a few imports run at once and others wait; one more than may wait is refused with what to do', async () => {
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
  // Four are read, sixty wait, and more are too many. Some may come before those that are held.
  const others = Array.from({ length: 80 }, () => send(text));
  const refused = await Promise.any(
    others.map(async (sent) => ((await sent).status === 429 ? sent : assert.fail('taken'))),
  );
  assert.equal(refused.headers.get('retry-after'), '5');
  const problem = (await refused.json()) as { code: string; detail: string };
  assert.equal(problem.code, 'too-many-imports');
  assert.match(problem.detail, /Wait until some of them have ended/);
  for (const end of ends) end();
  for (const reply of await Promise.all(held)) assert.equal(reply.status, 201, await reply.text());
  const taken = (await Promise.all(others)).filter(({ status }) => status === 201);
  assert.ok(taken.length >= 60 && taken.length < 80, `${taken.length} of 80 were taken`);
});
