import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { restoreStore } from '../../packages/server/src/integrity/restore/restore.ts';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { openReadOnly } from '../../packages/server/src/main.ts';
import { byAgent, inputsOf, resultsOf } from '../../packages/server/src/models/script.ts';
import { call, say } from '../../packages/server/src/models/script-lines.ts';
import type { StorePlace } from '../../packages/server/src/ports/event-log.ts';
import type { PostgresServer } from '../postgres/server.ts';
import { startPostgres } from '../postgres/server.ts';
import { agent, configFor, type House, openHouse, temporaryDirectory } from '../support/house.ts';
import { succeed, told } from '../support/scripts.ts';
import type { GoldenRelease } from './open-golden.ts';
import { copyGoldenFile, goldenFile, goldenReleases, loadGoldenDump } from './open-golden.ts';

const folders: string[] = [];
let postgres: PostgresServer;
before(async () => {
  postgres = await startPostgres();
});
after(async () => {
  await postgres[Symbol.asyncDispose]();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe('stores of earlier releases', () => {
  for (const release of goldenReleases) {
    test(`[L30] a file of ${release} opens, holds and goes on`, async () => {
      await goesOn(await copyGoldenFile(`${release}.db`, await newFolder()), release);
    });
    test(`[L30] a database of ${release} opens, holds and goes on`, async () => {
      await goesOn(await loadGoldenDump(release, postgres), release);
    });
    test(`[L30] a backup of ${release} is restored, holds and goes on`, async () => {
      const place: StorePlace = { kind: 'sqlite', directory: await newFolder() };
      const lines = createInterface({ input: createReadStream(goldenFile(`${release}-backup.jsonl`)) });
      await restoreStore(place, lines, { force: false, now: Date.now() });
      await goesOn(place, release);
    });
  }

  test('[L30] a file that an upgrade left half-way opens, holds and goes on', async () => {
    await goesOn(await copyGoldenFile('d413b2f-half-upgraded.db', await newFolder()), 'd413b2f');
  });

  test('[L30] a damaged chat does not prevent the upgrade of an early file: it is still listed, and reported', async () => {
    const place = await copyGoldenFile('d413b2f.db', await newFolder());
    assert.ok(place.kind === 'sqlite');
    using database = new DatabaseSync(join(place.directory, 'retinue.db'));
    database.exec("UPDATE event SET data = 'no JSON' WHERE position = 3");
    database.close();
    await using house = await openGoldenHouse(place);
    assert.equal((await house.log.readModels.chats(localWorkspaceId, { limit: 100 })).length, 4);
    await house.stop();
    const findings = await verifyStore(place);
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['event', 'order'],
    );
    assert.match(findings[0]?.words ?? '', /Event 3 .*its data is not JSON/);
  });

  test('[L12] a store of an earlier format is not read before a start has brought it up to date', async () => {
    for (const release of goldenReleases) {
      const file = await copyGoldenFile(`${release}.db`, await newFolder());
      const database = await loadGoldenDump(release, postgres);
      for (const store of [file, database]) {
        const config = configFor(await newFolder(), { store });
        await assert.rejects(openReadOnly(config), { code: 'older', message: /Start Retinue on it once/ });
      }
    }
  });
});

/** The question that was open is answered, and what was in the middle of its work ends. */
async function goesOn(store: StorePlace, release: GoldenRelease): Promise<void> {
  await using house = await openGoldenHouse(store);
  const chats = await house.log.readModels.chats(localWorkspaceId, { limit: 100 });
  const chat = (title: string) => chats.find((row) => row.title.startsWith(title))?.threadId ?? assert.fail(title);
  assert.equal(chats.length, release === '619bfc4' ? 5 : 4);
  assert.deepEqual(await verifyStore(store), []);
  const skills = await house.retinue.skills.list(localWorkspaceId);
  assert.equal(skills.length, release === 'd413b2f' ? 0 : 1);
  const [question] = await house.log.readModels.openQuestions(localWorkspaceId);
  assert.ok(question);
  const answer = { questionId: question.questionId, answer: 'blue' };
  assert.equal((await house.commands.answerQuestion(house.wish(), answer)).refusal, null);
  house.retinue.start();
  assert.match(await lastAnswer(house, chat('Delegate the counting')), /one, two, three/);
  assert.match(await lastAnswer(house, chat('Ask me for a color')), /blue/);
  assert.match(await lastAnswer(house, chat('Work for a long time')), /done at last/);
  if (release === '619bfc4') await hasNotice(house, chat('Work in the background'));
  await assertLongText(house, chat('Read the long text'));
  await house.stop();
  assert.deepEqual(await verifyStore(store), []);
}

async function openGoldenHouse(store: StorePlace): Promise<House> {
  const directory = store.kind === 'sqlite' ? store.directory : await newFolder();
  return openHouse({
    directory,
    store,
    agents: [agent('boss', { subAgents: ['worker'], tools: ['askUser', 'readAll'] }), agent('worker')],
    script: byAgent({
      boss: (request) =>
        resultsOf(request).length > 0
          ? [say(`Done: ${told(resultsOf(request)[0]?.value ?? null)}`)]
          : [call('nothing')],
      worker: (request) => [succeed(inputsOf(request)[0]?.startsWith('Take') ? 'done at last' : 'one, two, three')],
    }),
  });
}

async function lastAnswer(house: House, rootId: ThreadId): Promise<string> {
  const { thread } = await house.settled(rootId);
  assert.equal(thread.status, 'idle');
  const last = thread.items.findLast((item) => item.type === 'step');
  return last?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('') ?? '';
}

async function hasNotice(house: House, rootId: ThreadId): Promise<void> {
  await house.until(rootId, (tree) =>
    Object.values(tree.threads).every(({ status }) => status === 'idle' || status === 'completed'),
  );
  const events = await house.events(rootId);
  assert.ok(events.some(({ type, data }) => type === 'message.received' && 'isNotice' in data && data.isNotice));
}

async function assertLongText(house: House, rootId: ThreadId): Promise<void> {
  const ended = (await house.events(rootId)).find(({ type }) => type === 'call.ended');
  const hash = ended?.type === 'call.ended' ? ended.data.output?.blob : null;
  const content = await house.log.feed.getBlob(hash ?? assert.fail('no blob'));
  assert.match(content ?? '', /Line 1499 of a long text/);
}

async function newFolder(): Promise<string> {
  const folder = await temporaryDirectory();
  folders.push(folder);
  return folder;
}
